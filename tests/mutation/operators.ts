/** The mutation operators: finds every place in a source text where one small change can be made. */
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

export interface Mutation {
  operator: string;
  /** The part of the text that is replaced. */
  start: number;
  end: number;
  replacement: string;
  /** A statement is left out, an expression gets another value. */
  kind: 'expression' | 'statement';
}

type Edit = Omit<Mutation, 'kind'>;
type Operator = (node: Node, source: string) => Edit[];

const textOf = (source: string, { start, end }: { start: number; end: number }) => source.slice(start, end);

const swap = (pairs: Record<string, string>): Record<string, string> => ({
  ...pairs,
  ...Object.fromEntries(Object.entries(pairs).map(([from, to]) => [to, from])),
});

const COMPARISONS = swap({ '===': '!==', '<': '<=', '>': '>=' });
const ARITHMETIC = { ...swap({ '+': '-', '*': '/' }), '%': '*' };
const METHODS = swap({ some: 'every', min: 'max' });
/** `list.filter(f)` becomes `list`. */
const REMOVABLE_METHODS = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'slice']);

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && (isText(node.left as Node) || isText(node.right)));

const replace = (operator: string, { start, end }: Node, replacement: string): Edit[] => [
  { operator, start, end, replacement },
];

const negateCondition: Operator = (node, source) =>
  node.type === 'IfStatement' || node.type === 'ConditionalExpression'
    ? replace('condition', node.test, `!(${textOf(source, node.test)})`)
    : [];

const swapBinary: Operator = (node, source) => {
  if (node.type !== 'BinaryExpression' || node.left.type === 'PrivateIdentifier') return [];
  const isSum = node.operator === '+' && (isText(node.left) || isText(node.right));
  const comparison = COMPARISONS[node.operator];
  const other = comparison ?? (isSum ? undefined : ARITHMETIC[node.operator as keyof typeof ARITHMETIC]);
  if (other === undefined) return [];
  const [left, right] = [textOf(source, node.left), textOf(source, node.right)];
  return replace(comparison ? 'comparison' : 'arithmetic', node, `${left} ${other} ${right}`);
};

const swapLogical: Operator = (node, source) => {
  if (node.type !== 'LogicalExpression') return [];
  const [left, right] = [textOf(source, node.left), textOf(source, node.right)];
  if (node.operator === '??') return replace('logic', node, left);
  const other = node.operator === '&&' ? '||' : '&&';
  return replace('logic', node, `(${left}) ${other} (${right})`);
};

const changeLiteral: Operator = (node) => {
  if (node.type !== 'Literal') return [];
  if (typeof node.value === 'boolean') return replace('boolean', node, String(!node.value));
  if (typeof node.value !== 'number') return [];
  const other = node.value === 0 ? 1 : Math.floor(node.value / 3);
  return replace('number', node, String(other));
};

const emptyArray: Operator = (node) =>
  node.type === 'ArrayExpression' && node.elements.length > 0 ? replace('array', node, '[]') : [];

const changeCall: Operator = (node, source) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed)
    return [];
  const { object, property } = node.callee;
  // A part of an optional chain cannot be put into parentheses: the rest would no longer be skipped.
  if (textOf(source, node).includes('?.')) return [];
  if (REMOVABLE_METHODS.has(property.name)) return replace('call', node, textOf(source, object));
  const other = Object.hasOwn(METHODS, property.name) ? METHODS[property.name] : undefined;
  if (other === undefined) return [];
  const after = source.slice(property.end, node.end);
  return replace('call', node, `${source.slice(node.start, property.start)}${other}${after}`);
};

const removeProperty: Operator = (node, source) => {
  if (node.type !== 'ObjectExpression' || node.properties.length < 2) return [];
  return node.properties
    .filter((property) => property.type === 'Property' && !property.shorthand)
    .map((property) => ({
      operator: 'property',
      start: node.start,
      end: node.end,
      replacement: `${source.slice(node.start, property.start)}${source.slice(property.end, node.end).replace(/^\s*,/, '')}`,
    }));
};

const CALLS = new Set(['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression']);

const removeStatement: Operator = (node) =>
  node.type === 'ExpressionStatement' && CALLS.has(node.expression.type)
    ? replace('statement', node, ';')
    : [];

const OPERATORS: readonly Operator[] = [
  negateCondition,
  swapBinary,
  swapLogical,
  changeLiteral,
  emptyArray,
  changeCall,
  removeProperty,
  removeStatement,
];

/** Where another expression cannot be put, or where no code runs. */
function isFixed(parent: Node, key: string): boolean {
  switch (parent.type) {
    case 'Property':
    case 'PropertyDefinition':
      return key === 'key';
    case 'MemberExpression':
      return key === 'property' && !parent.computed;
    case 'JSXAttribute':
      return key === 'name' || parent.value?.type === 'Literal';
    case 'TaggedTemplateExpression':
      return key === 'quasi';
    default:
      return /^(Import|ExportAll|ExportSpecifier)/.test(parent.type);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function visit(node: Node, found: (node: Node) => void): void {
  // Of TypeScript's own nodes only those hold code that wrap an expression: `x as T`, `x!`, `x satisfies T`.
  if (node.type.startsWith('TS') && !('expression' in node)) return;
  found(node);
  for (const key of visitorKeys[node.type] ?? []) {
    if (key === 'typeAnnotation' || key === 'typeArguments' || isFixed(node, key)) continue;
    const child = (node as unknown as Record<string, unknown>)[key];
    for (const value of Array.isArray(child) ? child : [child]) if (isNode(value)) visit(value, found);
  }
}

export function findMutations(path: string, source: string): Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const mutations: Mutation[] = [];
  visit(program, (node) => {
    for (const operator of OPERATORS) {
      for (const edit of operator(node, source)) {
        const kind = edit.operator === 'statement' ? 'statement' : 'expression';
        mutations.push({ ...edit, kind });
      }
    }
  });
  return mutations;
}
