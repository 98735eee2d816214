/** Selects the rules of a stylesheet that can apply to the elements of a page. */
import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss';

interface StyleRule {
  text: string;
  /** The classes that each of its selectors needs. */
  classes: string[][];
}

/** Rules within `@media`, `@layer` and the like. */
interface Group {
  start: string;
  parts: Part[];
  /** The order of layers is that in which they are first named. */
  isKeptEmpty: boolean;
}

/** The text of anything else, such as `@property`. */
type Part = StyleRule | Group | string;

/** Returns a function that takes the HTML of a page and returns the rules. */
export function createRuleSelector(stylesheet: string): (html: string) => string {
  const parts = postcss.parse(stylesheet).nodes.flatMap(readNode);
  return (html) => joinUsed(parts, classesIn(html));
}

function joinUsed(parts: readonly Part[], present: ReadonlySet<string>): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if ('text' in part) {
      if (part.classes.some((needed) => needed.every((name) => present.has(name)))) text += part.text;
    } else {
      const content = joinUsed(part.parts, present);
      if (content !== '' || part.isKeptEmpty) text += `${part.start}{${content}}`;
    }
  }
  return text;
}

function readNode(node: ChildNode): Part[] {
  switch (node.type) {
    case 'comment':
      return [];
    case 'rule':
      return [{ text: node.toString(), classes: node.selectors.map(classesOf) }];
    case 'atrule':
      return [hasRules(node) ? readGroup(node) : `${node}${node.nodes ? '' : ';'}`];
    default:
      throw new Error(`A declaration outside of a rule: ${node}`);
  }
}

const readGroup = (node: AtRule & { nodes: ChildNode[] }): Group => ({
  start: `@${node.name} ${node.params}`,
  parts: node.nodes.flatMap(readNode),
  isKeptEmpty: node.name === 'layer',
});

const GROUPS = ['media', 'supports', 'layer', 'container', 'starting-style'];

const hasRules = (node: AtRule): node is AtRule & { nodes: ChildNode[] } =>
  node.nodes !== undefined && GROUPS.includes(node.name);

const ESCAPE = String.raw`\\(?:[0-9a-f]{1,6}\s?|.)`;
const CLASS = new RegExp(String.raw`\.((?:${ESCAPE}|[\w-]|[^\0-\x7f])+)`, 'gi');
/** The innermost parentheses or brackets. */
const ARGUMENT = new RegExp(
  String.raw`(${ESCAPE})|\((?:${ESCAPE}|[^()\\])*\)|\[(?:${ESCAPE}|[^[\]\\])*\]`,
  'gi',
);

/** Without those in arguments such as `:is(.a, .b)`, of which an element may need one, or none. */
function classesOf(selector: Rule['selectors'][number]): string[] {
  let outer = selector;
  let inner: string;
  do {
    inner = outer;
    outer = inner.replace(ARGUMENT, (_, escaped = '') => escaped);
  } while (outer !== inner);
  return [...outer.matchAll(CLASS)].map(([, name = '']) => unescapeName(name));
}

const unescapeName = (name: string): string =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code, character) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );

/** Within a tag: text can have the same characters. */
const CLASS_ATTRIBUTE = /<[a-z](?:[^">]|"[^"]*")*? class="([^"]*)"/gi;

function classesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, value = ''] of html.matchAll(CLASS_ATTRIBUTE)) {
    for (const name of unescapeHtml(value).split(' ')) names.add(name);
  }
  return names;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const unescapeHtml = (text: string): string =>
  text.includes('&') ? text.replace(/&([#\w]+);/g, (entity, name) => ENTITIES[name] ?? entity) : text;
