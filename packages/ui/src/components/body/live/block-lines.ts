import { Decoration } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { Drawing, Rule, Rules } from './drawing.ts';
import { BulletWidget, CodeLabelWidget, RuleWidget, TaskWidget } from './line-widgets.ts';
import type { LiveWords } from './live-options.ts';

/** The deepest level of lists and quotations that is told apart by its indentation. */
const DEEPEST = 6;
const code = Decoration.mark({ class: 'colo-live-block-code' });

/** `## Title`: the marks are shown at the beginning of the line alone, so that a press on the words moves nothing. */
const heading =
  (level: number): Rule =>
  ({ node, from }, drawing) => {
    drawing.line(from, 'colo-live-heading', { role: 'heading', 'aria-level': String(level), 'data-level': String(level) });
    const [mark, end] = node.getChildren('HeaderMark');
    if (mark === undefined) return undefined;
    const textFrom = afterBlanks(drawing, mark.to);
    if (!drawing.isTouched(mark.from, textFrom)) drawing.hide(mark.from, textFrom);
    if (end && !drawing.isTouched(end.from - 1, end.to)) drawing.hide(beforeBlanks(drawing, end.from), end.to);
    return undefined;
  };

/** A title that is underlined with `===` or `---`. */
const underlined =
  (level: number): Rule =>
  ({ node, from, to }, drawing) => {
    const mark = node.getChild('HeaderMark');
    if (mark === null) return undefined;
    drawing.eachLine(from, mark.from - 1, (lineFrom) =>
      drawing.line(lineFrom, 'colo-live-heading', { role: 'heading', 'aria-level': String(level), 'data-level': String(level) }),
    );
    if (drawing.isTouched(mark.from, to)) return undefined;
    drawing.line(mark.from, 'colo-live-underline');
    drawing.hide(mark.from, mark.to);
    return undefined;
  };

const quotation: Rule = ({ node, from, to }, drawing) => {
  const depth = String(depthOf(node, 'Blockquote'));
  drawing.eachLine(from, to, (lineFrom) => drawing.line(lineFrom, `colo-live-quote colo-live-quote-${depth}`));
  return undefined;
};

/** `> ` of each line; only the last of several in one line hides the blank after it. */
const quoteMark: Rule = ({ from, to }, drawing) => {
  const end = drawing.state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to;
  if (!drawing.isTouched(from, end)) drawing.hide(from, end);
  return undefined;
};

/** Lists are indented by their level; bullets and boxes stand in the place of their marks, numbers are the text's own. */
function listItem(words: LiveWords): Rule {
  return ({ node, from, to }, drawing) => {
    const depth = String(depthOf(node, /List$/));
    const mark = node.getChild('ListMark');
    if (mark === null) return undefined;
    drawing.eachLine(from, to, (lineFrom, lineTo) => {
      if (lineFrom > mark.from) continuation(drawing, { lineFrom, lineTo, depth, node });
    });
    const { from: lineFrom } = drawing.state.doc.lineAt(from);
    drawing.line(lineFrom, `colo-live-item colo-live-item-${depth}`);
    const task = node.getChild('Task')?.getChild('TaskMarker');
    const begin = blanksBefore(drawing, mark.from, lineFrom);
    if (drawing.isTouched(begin, task?.to ?? mark.to)) return undefined;
    if (task) {
      const isDone = /x/i.test(drawing.state.sliceDoc(task.from, task.to));
      const label = drawing.state.sliceDoc(task.to, drawing.state.doc.lineAt(task.to).to).trim();
      if (isDone) drawing.line(lineFrom, 'colo-live-done');
      drawing.replace(begin, task.to, new TaskWidget(isDone, label === '' ? words['live.task'] : label));
    } else if (node.parent?.name === 'BulletList') drawing.replace(begin, mark.to, new BulletWidget());
    else if (begin < mark.from) drawing.hide(begin, mark.from);
    return undefined;
  };
}

/** Another line of an item: indented as its first one is, without the blanks that say so. */
function continuation(
  drawing: Drawing,
  { lineFrom, lineTo, depth, node }: { lineFrom: number; lineTo: number; depth: string; node: SyntaxNode },
): void {
  const inner = node.getChild('FencedCode') ?? node.getChild('CodeBlock');
  if (node.getChildren('BulletList').some((list) => list.from <= lineTo && lineFrom <= list.to)) return;
  if (node.getChildren('OrderedList').some((list) => list.from <= lineTo && lineFrom <= list.to)) return;
  drawing.line(lineFrom, `colo-live-more colo-live-item-${depth}`);
  const end = Math.min(lineTo, afterBlanks(drawing, lineFrom));
  const isCode = inner !== null && inner.from <= lineTo && lineFrom <= inner.to;
  if (!isCode && end > lineFrom && end < lineTo && !drawing.isTouched(lineFrom, end)) drawing.hide(lineFrom, end);
}

const horizontalRule: Rule = ({ from, to }, drawing) => {
  if (!drawing.isTouched(from, to)) drawing.replace(from, to, new RuleWidget());
  return undefined;
};

/** Code between fences, with its language in the place of the first one. */
function fencedCode(words: LiveWords): Rule {
  return ({ node, from, to }, drawing) => {
    const isTouched = drawing.isTouched(from, to);
    const { doc } = drawing.state;
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    drawing.eachLine(from, to, (lineFrom, lineTo) => {
      drawing.line(lineFrom, 'colo-live-block', { spellcheck: 'false', dir: 'ltr' });
      if (lineFrom === first.from) drawing.line(lineFrom, 'colo-live-block-first');
      if (lineFrom === last.from) drawing.line(lineFrom, 'colo-live-block-last');
      drawing.mark(Math.max(from, lineFrom), Math.min(to, lineTo), code);
    });
    if (isTouched) return false;
    const info = node.getChild('CodeInfo');
    const marks = node.getChildren('CodeMark');
    const label = info ? drawing.state.sliceDoc(info.from, info.to) : words['live.code'];
    drawing.replace(from, first.to, new CodeLabelWidget(label));
    const end = marks.length > 1 ? marks.at(-1) : undefined;
    if (end && end.from > first.to) drawing.hide(end.from, end.to);
    return false;
  };
}

/** What is shown as it was written: HTML, and code that is only indented. */
const asSource: Rule = ({ from, to }, drawing) => {
  drawing.eachLine(from, to, (lineFrom, lineTo) => {
    drawing.line(lineFrom, 'colo-live-block', { spellcheck: 'false', dir: 'ltr' });
    drawing.mark(Math.max(from, lineFrom), Math.min(to, lineTo), code);
  });
  return false;
};

/** Where links of the text lead by a name: read by people only when they look for it. */
const definition: Rule = ({ from, to }, drawing) => {
  drawing.eachLine(from, to, (lineFrom) => drawing.line(lineFrom, 'colo-live-definition'));
  return false;
};

function depthOf(node: SyntaxNode, name: string | RegExp): number {
  let depth = 0;
  for (let each: SyntaxNode | null = node; each !== null; each = each.parent)
    if (typeof name === 'string' ? each.name === name : name.test(each.name)) depth += 1;
  return Math.min(depth, DEEPEST);
}

function afterBlanks({ state }: Drawing, at: number): number {
  const { to } = state.doc.lineAt(at);
  return at + (/^[ \t]*/.exec(state.sliceDoc(at, to))?.[0].length ?? 0);
}

function beforeBlanks({ state }: Drawing, at: number): number {
  const { from } = state.doc.lineAt(at);
  return at - (/[ \t]*$/.exec(state.sliceDoc(from, at))?.[0].length ?? 0);
}

/** The beginning of the blanks before a mark, no further than the line or another mark goes. */
function blanksBefore(drawing: Drawing, at: number, lineFrom: number): number {
  return Math.max(lineFrom, beforeBlanks(drawing, at));
}

/** Headings, quotations, lists, tasks, rules and code. */
export function blockRules(words: LiveWords): Rules {
  return {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, heading(level)])),
    SetextHeading1: underlined(1),
    SetextHeading2: underlined(2),
    Blockquote: quotation,
    QuoteMark: quoteMark,
    ListItem: listItem(words),
    HorizontalRule: horizontalRule,
    FencedCode: fencedCode(words),
    CodeBlock: asSource,
    HTMLBlock: asSource,
    CommentBlock: asSource,
    ProcessingInstructionBlock: asSource,
    LinkReference: definition,
  };
}
