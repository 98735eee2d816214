/** Structured data of schema.org about a page. */
export type StructuredThing = { '@type': string } & Record<string, unknown>;

export function StructuredData({ thing }: { thing: StructuredThing }) {
  // `</script>` inside a text would end the element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}
