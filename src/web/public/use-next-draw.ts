/** The next draw by the server's clock. The component renders again only when the next draw is another one. */
import { type NextDraw, nextDraw } from '../../core/next-draw.ts';
import { useServerTime } from '../server-time/use-server-now.tsx';

export function useNextDraw(): NextDraw {
  const drawAt = useServerTime((now) => nextDraw(now).drawAt);
  // Of all instants before a draw, the last one is sure to have it as its next.
  return nextDraw(drawAt - 1);
}
