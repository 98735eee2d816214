/** The splash to the millisecond. */
export const SPLASH_LENGTH = 5_000;
export const COINS = 30;
export const BLIPS = [200, 600, 1_200, 1_800, 2_400, 3_000, 3_600, 4_200] as const;
/** So long the first click or touch may bring sound that the browser has blocked. */
export const SOUND_RETRY = 5_000;
