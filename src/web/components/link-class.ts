/** The class of a link in a line of its own: as high as a finger needs. */
export const LINK =
  'inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4';
