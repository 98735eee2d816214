/** The inline script that reloads a page which nobody watches over, once it has failed and the site is back. */
import { RELOAD_AFTER_MS, reloadWhenBack } from '../../../core/unattended-page.ts';
import { useScriptNonce } from '../../script-nonce.ts';

export function ReloadScript({ after = RELOAD_AFTER_MS }: { after?: number }) {
  return <script nonce={useScriptNonce()}>{reloadWhenBack(after)}</script>;
}
