import { parseSync } from 'oxc-parser';

/** A small change of a source text that a test should notice. */
export interface Mutant {
  /** Its line. */
  readonly line: number;
  /** What was changed where, such as `condition negated: ids.length === 0`; with `(2)` at the second that would be called the same. */
  readonly name: string;
  /** The changed text. */
  readonly text: string;
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

/** A replacement of a part of the text. */
interface Change {
  readonly at: Range;
  readonly what: string;
  readonly by: string;
  /** The part by which a reader finds it; by default the whole. */
  readonly shown?: Range;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Names of which one is easily written for the other. */
const PAIRS = new Map(
  [
    ['first', 'last'],
    ['min', 'max'],
    ['asc', 'desc'],
    ['some', 'every'],
    ['before', 'after'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);
const COMPARISONS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
]);

/**
 * Returns the mutants of a source file: negated conditions, a missing operand of `&&` or `||`, another comparison, a statement that is not
 * awaited because it is gone, a missing `where`, a state that is not reset, one name of a pair for the other, and a returned `true` for
 * `false`.
 */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const changes: Change[] = [];
  const source = ({ start, end }: Range): string => text.slice(start, end);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    // Types are not run.
    if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(value.type)) return;
    changes.push(...changesOf(value, source));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(file, text).program.body);
  const named = new Map<string, number>();
  return changes.map(({ at, what, by, shown = at }) => {
    const plain = `${what}: ${source(shown).replaceAll(/\s+/g, ' ').trim()}`;
    const times = (named.get(plain) ?? 0) + 1;
    named.set(plain, times);
    return {
      line: text.slice(0, shown.start).split('\n').length,
      name: times === 1 ? plain : `${plain} (${times})`,
      text: text.slice(0, at.start) + by + text.slice(at.end),
    };
  });
}

function changesOf(node: SyntaxNode, source: (range: Range) => string): readonly Change[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as SyntaxNode;
      return [{ at: test, what: 'condition negated', by: `!(${source(test)})` }];
    }
    case 'LogicalExpression': {
      if (node['operator'] === '??') return [];
      const [left, right] = [node['left'], node['right']] as [SyntaxNode, SyntaxNode];
      return [
        { at: node, what: `left side of ${node['operator'] as string} only`, by: `(${source(left)})` },
        { at: node, what: `right side of ${node['operator'] as string} only`, by: `(${source(right)})` },
      ];
    }
    case 'BinaryExpression': {
      const operator = COMPARISONS.get(node['operator'] as string);
      const [left, right] = [node['left'], node['right']] as [SyntaxNode, SyntaxNode];
      return operator === undefined
        ? []
        : [{ at: node, what: `${operator} instead`, by: `(${source(left)} ${operator} ${source(right)})` }];
    }
    case 'ExpressionStatement': {
      const expression = node['expression'] as SyntaxNode;
      if (expression.type === 'AwaitExpression') return [{ at: node, what: 'awaited statement removed', by: ';' }];
      return isReset(expression) ? [{ at: node, what: 'reset removed', by: ';' }] : [];
    }
    case 'CallExpression': {
      const callee = node['callee'] as SyntaxNode;
      const name = callee.type === 'MemberExpression' ? ((callee['property'] as SyntaxNode)['name'] as string | undefined) : undefined;
      if (name === undefined) return [];
      const object = callee['object'] as SyntaxNode;
      const shown = { start: (callee['property'] as SyntaxNode).start, end: node.end };
      if (name === 'where') return [{ at: node, what: 'where removed', by: source(object), shown }];
      const other = PAIRS.get(name);
      return other === undefined ? [] : [{ at: callee['property'] as SyntaxNode, what: `${other} instead`, by: other, shown }];
    }
    case 'ReturnStatement':
      return turned(node['argument']);
    case 'ArrowFunctionExpression':
      return turned(node['body']);
    default:
      return [];
  }
}

/** Something is set to a constant, as when a state ends. */
function isReset(expression: SyntaxNode): boolean {
  if (expression.type !== 'AssignmentExpression' || expression['operator'] !== '=') return false;
  const { type, name } = expression['right'] as SyntaxNode;
  return type === 'Literal' || (type === 'Identifier' && name === 'undefined');
}

/** The constants of a returned value, or of the properties of a returned object, that are `true` or `false`. */
function turned(returned: unknown): readonly Change[] {
  if (!isNode(returned)) return [];
  if (returned.type === 'ParenthesizedExpression') return turned(returned['expression']);
  if (returned.type === 'ObjectExpression')
    return (returned['properties'] as readonly SyntaxNode[]).flatMap((property) =>
      turned(property['value']).map((change) => ({ ...change, shown: property })),
    );
  if (returned.type !== 'Literal' || typeof returned['value'] !== 'boolean') return [];
  return [{ at: returned, what: `${!returned['value']} instead`, by: `${!returned['value']}` }];
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
