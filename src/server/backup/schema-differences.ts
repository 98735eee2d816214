/** A schema as its objects with their definitions, and how two of them differ. */
export type SchemaObjects = ReadonlyMap<string, string>;

/** One sentence part for each object that is missing, added or changed; none when both are the same. */
export function findSchemaDifferences(ours: SchemaObjects, found: SchemaObjects): string[] {
  const missing = [...ours.keys()].filter((name) => !found.has(name));
  const added = [...found.keys()].filter((name) => !ours.has(name));
  const changed = [...ours].filter(([name, text]) => found.has(name) && found.get(name) !== text);
  return [
    ...missing.map((name) => `${name} is missing`),
    ...added.map((name) => `${name} is not part of our schema`),
    ...changed.map(([name]) => `${name} is not as our migrations make it`),
  ];
}
