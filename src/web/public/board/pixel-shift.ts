/** Moves the board by a few pixels every minute, so that no line stays on the same pixels of a television for hours. */

/** 0, 1, … up to `most`, back through 0 to `-most`, and so on. */
function swing(step: number, most: number): number {
  const period = 4 * most;
  const place = ((step % period) + period) % period;
  if (place <= most) return place;
  return place <= 3 * most ? 2 * most - place : place - period;
}

const MAX_SHIFT = 2;

/** In steps: sideways every minute, and up or down after each way from side to side and back. */
export const shiftAt = (minute: number): { x: number; y: number } => ({
  x: swing(minute, MAX_SHIFT),
  y: swing(Math.floor(minute / (4 * MAX_SHIFT)), MAX_SHIFT),
});
