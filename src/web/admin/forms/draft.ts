/** What was typed into a form and not saved yet, kept apart from what is saved: that may change meanwhile. */

export interface Draft<Values> {
  /** What was saved when the first change was made: it tells later what someone else has changed since. */
  begunFrom: Values;
  changes: Partial<Values>;
}

export const valuesIn = <Values>(saved: Values, draft: Draft<Values> | null): Values => ({
  ...saved,
  ...draft?.changes,
});

/** Setting a value back to what is saved is no change; with the last change gone the draft is gone. */
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

/** The names of what someone else has saved since the draft was begun. */
export const changedElsewhere = <Values extends object>(
  saved: Values,
  draft: Draft<Values> | null,
): (keyof Values)[] =>
  draft === null
    ? []
    : (Object.keys(saved) as (keyof Values)[]).filter((name) => saved[name] !== draft.begunFrom[name]);
