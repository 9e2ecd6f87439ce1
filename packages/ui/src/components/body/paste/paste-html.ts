import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { blocksOf, mendBlocks } from './blocks.ts';
import { depthOf, dropHidden } from './drop-hidden.ts';
import { findFootnotes } from './footnotes.ts';
import { attribute, type Child, isElement } from './hast.ts';
import { mendLists } from './lists.ts';
import { writeMarks } from './marks.ts';
import { Design } from './styles.ts';
import { type FoundPictures, PICTURE_MARK, tidyMarkdown } from './tidy-markdown.ts';
import { inTurns } from './turns.ts';

/** A picture that came with the text, as a data address, and where it was in it. */
export interface PastedPicture {
  readonly address: string;
  readonly at: number;
}

export interface PastedText {
  readonly markdown: string;
  readonly pictures: readonly PastedPicture[];
  /** How many pictures are not in the clipboard, only their addresses on somebody's machine. */
  readonly leftOut: number;
}

interface PasteOptions {
  /** The labels of footnotes that the text has already. */
  readonly takenLabels?: ReadonlySet<string>;
  /** Called between parts of the work, to let the page answer. */
  readonly pause?: () => Promise<void>;
}

const toMarkdown = unified()
  .use(rehypeRemark, {
    handlers: {
      'x-note-mark': (_state: unknown, node: Element) => ({ type: 'footnoteReference', ...named(node) }),
      'x-note': (state: { toFlow: (nodes: unknown) => unknown; all: (node: Element) => unknown }, node: Element) => ({
        type: 'footnoteDefinition',
        ...named(node),
        children: state.toFlow(state.all(node)),
      }),
    } as never,
  })
  .freeze();

const writer = unified().use(remarkGfm, { tablePipeAlign: false }).use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-' }).freeze();

function named(node: Element): { identifier: string; label: string } {
  const label = attribute(node, 'label');
  return { identifier: label, label };
}

/** Levels of elements in a clipboard; recursion over more could end the page's stack. */
const DEEPEST = 500;
/** Blocks that are converted at once. */
const TOGETHER = 40;

/**
 * Converts the rich text of a clipboard to Markdown: headings, emphasis where it is meant, links, lists, tables, footnotes and code. Styles,
 * scripts, hidden parts and tracking pictures are omitted, and a link with an invalid address becomes its text.
 *
 * @throws RangeError if it is nested too deeply: paste the plain text instead
 */
export async function pastedMarkdown(tree: Root, { takenLabels = new Set(), pause }: PasteOptions = {}): Promise<PastedText> {
  if (depthOf(tree) > DEEPEST) throw new RangeError('too_complex: the text is nested too deep');
  for (const work of [dropHidden(tree), findFootnotes(tree, takenLabels), mendLists(tree), mendBlocks(tree)])
    // oxlint-disable-next-line no-await-in-loop -- each has need of what was done before
    await inTurns(work, pause);
  const parts = [...partsOf(await inTurns(blocksOf(tree), pause))];
  const design = new Design();
  for (const blocks of parts) {
    design.count(blocks);
    // oxlint-disable-next-line no-await-in-loop -- part by part is the point
    await pause?.();
  }
  const found: FoundPictures = { inside: [], leftOut: 0 };
  const texts: string[] = [];
  for (const blocks of parts) {
    const written: Root = { type: 'root', children: blocks };
    writeMarks(written, design.marks);
    const part = toMarkdown.runSync(written) as MarkdownRoot;
    tidyMarkdown(part, found);
    const text = writer.stringify(part).trim();
    if (text !== '') texts.push(text);
    // oxlint-disable-next-line no-await-in-loop -- part by part is the point
    await pause?.();
  }
  return { ...takeMarks(texts.join('\n\n'), found.inside), leftOut: found.leftOut };
}

/** Blocks to convert together; two lists stay together, since what tells them apart is written between them. */
function* partsOf(blocks: readonly Child[]): Generator<Child[]> {
  let part: Child[] = [];
  for (const [at, block] of blocks.entries()) {
    part.push(block);
    const [here, next] = [block, blocks[at + 1]];
    const areLists = isElement(here) && isElement(next) && /^[uo]l$/.test(here.tagName) && /^[uo]l$/.test(next.tagName);
    if (part.length < TOGETHER || areLists) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function takeMarks(text: string, addresses: readonly string[]): { markdown: string; pictures: PastedPicture[] } {
  const [first = '', ...rest] = text.split(PICTURE_MARK);
  const pictures: PastedPicture[] = [];
  let markdown = first;
  for (const [index, part] of rest.entries()) {
    const address = addresses[index];
    if (address !== undefined) pictures.push({ address, at: markdown.length });
    markdown += part;
  }
  return { markdown, pictures };
}
