/** Selects the rules of a stylesheet that can apply to the elements of a page. */

interface StyleRule {
  text: string;
  /** The classes that each of its selectors needs. */
  classes: string[][];
}

/** Rules within `@media`, `@layer` and the like. */
export interface RuleGroup {
  start: string;
  parts: StylePart[];
  /** The order of layers is that in which they are first named. */
  isKeptEmpty: boolean;
}

/** The text of anything else, such as `@property`. */
export type StylePart = StyleRule | RuleGroup | string;

export const usedRules = (parts: readonly StylePart[], html: string): string =>
  joinUsed(parts, classesIn(html));

function joinUsed(parts: readonly StylePart[], present: ReadonlySet<string>): string {
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
