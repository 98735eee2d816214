/** How long ago an instant was. It renders again when the text changes. */
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { agoText } from './amounts.ts';

export function Ago({ at }: { at: string }) {
  return useServerTime((now) => agoText(Date.parse(at), now));
}
