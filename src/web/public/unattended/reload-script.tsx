/** The inline script that reloads a page which nobody watches over, once it has failed and the site is back. */
import { PATIENCE_WITH_PAGE, reloadWhenBack } from '../../../core/unattended-page.ts';
import { useScriptNonce } from '../../script-nonce.ts';

export function ReloadScript({ patience = PATIENCE_WITH_PAGE }: { patience?: number }) {
  return <script nonce={useScriptNonce()}>{reloadWhenBack(patience)}</script>;
}
