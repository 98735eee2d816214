/** What another person made of a row while it was being edited here: only what they changed. */

interface ConflictingChangesProps<Row> {
  ours: Row | null;
  theirs: Row | null;
  /** In the order of the form. */
  labels: Partial<Record<keyof Row, string>>;
}

export function ConflictingChanges<Row extends object>({
  ours,
  theirs,
  labels,
}: ConflictingChangesProps<Row>) {
  if (!theirs) return null;
  const changed = (Object.keys(labels) as (keyof Row)[]).filter((name) => ours?.[name] !== theirs[name]);
  return (
    <dl className="max-h-48 space-y-2 overflow-y-auto rounded-control border border-gold bg-ground p-3">
      {changed.map((name) => (
        <div key={String(name)}>
          <dt className="text-sm font-semibold text-gold-ink">{labels[name]}, as they left it</dt>
          <dd className="whitespace-pre-line">{String(theirs[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
