/** The unsaved changes of a form, kept apart from the saved values because those may change meanwhile. */

export interface UnsavedChanges<Values> {
  /** The saved values at the first change: the difference is what someone else has changed since. */
  begunFrom: Values;
  changes: Partial<Values>;
}

export const valuesIn = <Values>(saved: Values, unsaved: UnsavedChanges<Values> | null): Values => ({
  ...saved,
  ...unsaved?.changes,
});

/** A value set back to the saved one is no change; null without any change. */
export function changeUnsaved<Values extends object>(
  saved: Values,
  unsaved: UnsavedChanges<Values> | null,
  change: Partial<Values>,
): UnsavedChanges<Values> | null {
  const changes = Object.fromEntries(
    Object.entries({ ...unsaved?.changes, ...change }).filter(
      ([name, value]) => saved[name as keyof Values] !== value,
    ),
  ) as Partial<Values>;
  return Object.keys(changes).length === 0 ? null : { begunFrom: unsaved?.begunFrom ?? saved, changes };
}

/** The names of the values that someone else has saved since the first change here. */
export const changedElsewhere = <Values extends object>(
  saved: Values,
  unsaved: UnsavedChanges<Values> | null,
): (keyof Values)[] =>
  unsaved === null
    ? []
    : (Object.keys(saved) as (keyof Values)[]).filter((name) => saved[name] !== unsaved.begunFrom[name]);
