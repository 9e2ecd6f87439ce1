import type { Element, Root } from 'hast';
import { attribute, type Child, declarationsOf, element, isElement, isInline, type Parent, setChildren, textOf } from './hast.ts';
import { isHead, type Mark, type MarkRules, MARKS, type Marks, marksIn, PLAIN } from './styles.ts';

interface Segment {
  readonly node: Child;
  readonly marks: Marks;
}

const TAG_OF: Readonly<Record<Mark, string>> = { delete: 'del', strong: 'strong', emphasis: 'em', code: 'code' };

/**
 * Writes emphasis anew, from tags and styles together: a program that makes everything bold and each run normal again has no bold text,
 * neighbouring runs become one, and spaces stand outside of the marks.
 *
 * @param design marks that styles set on the whole page
 */
export function writeMarks(root: Root, design: ReadonlySet<Mark>): void {
  rewrite(root, PLAIN, { design, isHead: false });
}

function rewrite(parent: Parent | Element, marks: Marks, rules: MarkRules): void {
  const children: Child[] = [];
  let line: Segment[] = [];
  const end = (): void => {
    children.push(...nest(spaced(line), MARKS));
    line = [];
  };
  for (const segment of segmentsOf(parent.children as Child[], marks, rules)) {
    if (isInline(segment.node)) line.push(segment);
    else {
      end();
      const { node } = segment;
      if (isElement(node) && node.tagName !== 'pre') rewrite(node, segment.marks, isHead(node) ? { ...rules, isHead: true } : rules);
      children.push(node);
    }
  }
  end();
  setChildren(parent, children);
}

/** Elements of a line that are more than a style. */
const KEPT = new Set(['br', 'img', 'input', 'x-note-mark']);

function segmentsOf(nodes: readonly Child[], marks: Marks, rules: MarkRules): Segment[] {
  return nodes.flatMap((node): Segment[] => {
    if (node.type === 'text') return node.value === '' ? [] : [{ node: { type: 'text', value: plainText(node.value, marks) }, marks }];
    if (!isElement(node)) return [];
    if (KEPT.has(node.tagName)) return [{ node, marks: PLAIN }];
    const inside = marksIn(node, marks, rules);
    if (!isInline(node)) return [{ node, marks: inside }];
    if (node.tagName === 'a') return [linkSegment(node, inside, rules)];
    if (isRaised(node)) return segmentsOf([{ type: 'text', value: raised(node) }], inside, rules);
    return segmentsOf(node.children, inside, rules);
  });
}

/** A link has the marks that all of its text has, so that they can continue around it. */
function linkSegment(node: Element, marks: Marks, rules: MarkRules): Segment {
  const inside = segmentsOf(node.children, marks, rules);
  const texts = inside.filter((each) => each.node.type === 'text' && each.node.value.trim() !== '');
  const common: Record<Mark, boolean> = { ...PLAIN };
  for (const mark of MARKS) common[mark] = mark !== 'code' && texts.length > 0 && texts.every((each) => each.marks[mark]);
  const rest = inside.map((each) => {
    const left: Record<Mark, boolean> = { ...each.marks };
    for (const mark of MARKS) if (common[mark]) left[mark] = false;
    return { node: each.node, marks: left };
  });
  const isLine = inside.every((each) => isInline(each.node));
  if (isLine) setChildren(node, nest(spaced(rest), MARKS));
  else rewrite(node, marks, rules);
  return { node, marks: isLine ? common : PLAIN };
}

/** Cuts spaces off from the ends of runs: they have only the marks that go on behind them. */
function spaced(line: readonly Segment[]): Segment[] {
  const cut = line.flatMap(({ node, marks }): Segment[] => {
    if (node.type !== 'text' || marks.code) return [{ node, marks }];
    const [, before = '', text = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(node.value) ?? [];
    return [before, text, after].filter((each) => each !== '').map((value) => ({ node: { type: 'text', value }, marks }));
  });
  const isSpace = ({ node }: Segment): boolean => node.type === 'text' && node.value.trim() === '';
  let previous = PLAIN;
  const next: Marks[] = [];
  for (let at = cut.length - 1, following = PLAIN; at >= 0; at -= 1) {
    next[at] = following;
    const each = cut[at];
    if (each !== undefined && !isSpace(each)) following = each.marks;
  }
  return cut.map((each, at) => {
    if (!isSpace(each)) {
      previous = each.marks;
      return each;
    }
    const after = next[at] ?? PLAIN;
    const both: Record<Mark, boolean> = { ...PLAIN };
    for (const mark of MARKS) both[mark] = previous[mark] && after[mark];
    return { node: each.node, marks: both };
  });
}

/** Puts runs into the elements of their marks. */
function nest(line: readonly Segment[], [mark, ...rest]: readonly Mark[]): Child[] {
  if (mark === undefined) return joined(line.map(({ node }) => node));
  const children: Child[] = [];
  for (let from = 0; from < line.length;) {
    const isMarked = line[from]?.marks[mark] ?? false;
    let to = from;
    while (to < line.length && line[to]?.marks[mark] === isMarked) to += 1;
    const inside = nest(line.slice(from, to), rest);
    if (isMarked && inside.some((child) => textOf(child).trim() !== '')) children.push(element(TAG_OF[mark], inside));
    else children.push(...inside);
    from = to;
  }
  return children;
}

function joined(nodes: readonly Child[]): Child[] {
  const children: Child[] = [];
  for (const node of nodes) {
    const last = children.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else children.push(node.type === 'text' ? { ...node } : node);
  }
  return children;
}

// oxlint-disable-next-line no-control-regex -- exactly these have no place in a text
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;

/** A text without characters that are not seen; fixed spaces stay where typography asks for them. */
function plainText(value: string, { code }: Marks): string {
  const text = value.replaceAll(UNSEEN, '').replaceAll(/[\t\n\r ]+/g, ' ');
  if (code) return text.replaceAll('\u00a0', ' ');
  return text.replaceAll(/[ \u00a0]*\u00a0[ \u00a0]*/g, (found: string, at: number, all: string) => {
    if (found.length > 1) return ' ';
    const [before, after] = [all[at - 1] ?? '', all[at + 1] ?? ''];
    return /[\d«‹§]/.test(before) || /[»›:;!?%€$£–]/.test(after) ? '\u00a0' : ' ';
  });
}

const RAISED: Readonly<Record<string, readonly [string, string]>> = {
  super: ['0123456789+-()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ'],
  sub: ['0123456789+-()', '₀₁₂₃₄₅₆₇₈₉₊₋₍₎'],
};

function placeOf(node: Element): string {
  if (node.tagName === 'sup') return 'super';
  return node.tagName === 'sub' ? 'sub' : (declarationsOf(node).get('vertical-align') ?? '');
}

/** Whether an element is a raised or lowered figure that has a character of its own, as in m². */
function isRaised(node: Element): boolean {
  const characters = RAISED[placeOf(node)]?.[0];
  const text = textOf(node).trim();
  return (
    characters !== undefined && text !== '' && attribute(node, 'id') === '' && Array.from(text).every((each) => characters.includes(each))
  );
}

function raised(node: Element): string {
  const [from = '', to = ''] = RAISED[placeOf(node)] ?? [];
  return Array.from(textOf(node).trim(), (each) => to[from.indexOf(each)] ?? each).join('');
}
