/** The names that people use for the last digits of a result. */

export type EndingName = '5D' | '3D' | '2D' | '1D';

/** Four matching digits have no name. */
const ENDING_NAMES: Readonly<Record<number, EndingName>> = { 5: '5D', 3: '3D', 2: '2D', 1: '1D' };

export const endingName = (ending: string): EndingName | null => ENDING_NAMES[ending.length] ?? null;
