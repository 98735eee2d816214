/** Shows what another person changed in a row while it was being edited here. */
import type { FormState } from './use-form.ts';

interface ConflictingChangesProps<Values extends object> {
  form: FormState<Values>;
  /** In the order of the form. */
  labels: Partial<Record<keyof Values & string, string>>;
  /** How values are shown; without one as they are. */
  texts?: { [Name in keyof Values]?: (value: Values[Name]) => string };
}

export function ConflictingChanges<Values extends object>({
  form,
  labels,
  texts = {},
}: ConflictingChangesProps<Values>) {
  const { saved, theirs } = form;
  if (!theirs) return null;
  const names = Object.keys(labels) as (keyof Values & string)[];
  return (
    <dl className="max-h-48 space-y-2 overflow-y-auto rounded-control border border-gold bg-ground p-3">
      {names
        .filter((name) => String(saved[name]) !== String(theirs[name]))
        .map((name) => (
          <div key={name}>
            <dt className="text-sm font-semibold text-gold-ink">{labels[name]}, as they left it</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              {(texts[name] ?? String)(theirs[name] as Values[typeof name])}
            </dd>
          </div>
        ))}
    </dl>
  );
}
