/** The class of links and buttons that look like a part of the text. */
export const TEXT_LINK =
  'inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4';
