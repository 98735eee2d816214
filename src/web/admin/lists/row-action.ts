/** How the actions of one row of a list look. */
export const ROW_ACTION =
  'inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-maroon hover:bg-ground aria-disabled:opacity-50';
