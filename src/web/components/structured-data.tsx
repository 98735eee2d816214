/** What a page is about, in the words of schema.org, for programs that read it. */
export type StructuredThing = { '@type': string } & Record<string, unknown>;

export function StructuredData({ thing }: { thing: StructuredThing }) {
  // No text inside may end the element early.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}
