/** Reads a stylesheet for `used-rules.ts`. Part of the build: the server does not load the parser. */
import postcss, { type AtRule, type ChildNode, type Rule } from 'postcss';
import type { RuleGroup, StylePart } from './used-rules.ts';

export const readRules = (stylesheet: string): StylePart[] =>
  postcss.parse(stylesheet).nodes.flatMap(readNode);

function readNode(node: ChildNode): StylePart[] {
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

const readGroup = (node: AtRule & { nodes: ChildNode[] }): RuleGroup => ({
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
