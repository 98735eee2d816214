/** The unsaved changes of a form, kept apart from the saved values because those may change meanwhile. */

export interface Draft<Values> {
  /** The saved values at the first change: the difference is what someone else has changed since. */
  begunFrom: Values;
  changes: Partial<Values>;
}

export const valuesIn = <Values>(saved: Values, draft: Draft<Values> | null): Values => ({
  ...saved,
  ...draft?.changes,
});

/** A value set back to the saved one is no change; without any change there is no draft. */
export function changeDraft<Values extends object>(
  saved: Values,
  draft: Draft<Values> | null,
  change: Partial<Values>,
): Draft<Values> | null {
  const changes = Object.fromEntries(
    Object.entries({ ...draft?.changes, ...change }).filter(
      ([name, value]) => saved[name as keyof Values] !== value,
    ),
  ) as Partial<Values>;
  return Object.keys(changes).length === 0 ? null : { begunFrom: draft?.begunFrom ?? saved, changes };
}

/** The names of the values that someone else has saved since the draft was begun. */
export const changedElsewhere = <Values extends object>(
  saved: Values,
  draft: Draft<Values> | null,
): (keyof Values)[] =>
  draft === null
    ? []
    : (Object.keys(saved) as (keyof Values)[]).filter((name) => saved[name] !== draft.begunFrom[name]);
