/** Classes of buttons, links that look like buttons, and form fields. */
const SHAPE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border-2 border-maroon px-5 font-semibold';

export const ACTION = `${SHAPE} text-maroon transition-colors hover:bg-cloth`;

/** For the most important action. */
export const MAIN_ACTION = `${SHAPE} bg-maroon text-on-strong transition-opacity hover:opacity-90`;

export const LABEL = 'mb-1 block font-semibold';
export const FIELD =
  'block min-h-11 w-full rounded-control border border-ink-soft bg-ground px-3 py-2 text-ink aria-invalid:border-2 aria-invalid:border-ember';
