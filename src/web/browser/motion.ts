/** Whether animations may run: false if the visitor prefers reduced motion. */
export const wantsMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;
