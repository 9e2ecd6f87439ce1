import { parseSync } from 'oxc-parser';

/** A small change of a source text that a test should notice. */
export interface Mutant {
  /** Its line, and what was changed, such as `12: condition negated`. */
  readonly what: string;
  /** The changed text. */
  readonly text: string;
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

/** A replacement of a part of the text. */
interface Change {
  readonly at: SyntaxNode;
  readonly what: string;
  readonly by: string;
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
 * awaited because it is gone, a missing `where`, and one name of a pair for the other.
 */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const changes: Change[] = [];
  const source = (node: SyntaxNode): string => text.slice(node.start, node.end);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    // Types are not run.
    if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(value.type)) return;
    changes.push(...changesOf(value, source));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(file, text).program.body);
  return changes.map(({ at, what, by }) => ({
    what: `${text.slice(0, at.start).split('\n').length}: ${what}`,
    text: text.slice(0, at.start) + by + text.slice(at.end),
  }));
}

function changesOf(node: SyntaxNode, source: (node: SyntaxNode) => string): readonly Change[] {
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
      return expression.type === 'AwaitExpression' ? [{ at: node, what: 'awaited statement removed', by: ';' }] : [];
    }
    case 'CallExpression': {
      const callee = node['callee'] as SyntaxNode;
      const name = callee.type === 'MemberExpression' ? ((callee['property'] as SyntaxNode)['name'] as string | undefined) : undefined;
      if (name === undefined) return [];
      const object = callee['object'] as SyntaxNode;
      if (name === 'where') return [{ at: node, what: 'where removed', by: source(object) }];
      const other = PAIRS.get(name);
      return other === undefined ? [] : [{ at: callee['property'] as SyntaxNode, what: `${other} instead of ${name}`, by: other }];
    }
    default:
      return [];
  }
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
