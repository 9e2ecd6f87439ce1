import { writeMarkdown } from './markdown-writer.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** The properties of a Markdown node that are used. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const MAXIMUM_BLOCKS = 5000;

const INLINE = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'html',
  'break',
]);
/** Elements whose text nobody sees. */
const OPENS_HIDDEN = /^<(script|style|template|noscript|title|iframe|textarea)\b/i;

/** Returns the texts of the blocks of a document as readers see them: without markup, comments and the addresses of links. */
export function readBlocks(body: string, format: string): readonly string[] {
  const markdown = format === 'html' ? writeMarkdown(body) : body;
  const blocks: string[] = [];
  const waiting: Node[] = [parseMarkdown(markdown) as Node];
  // No recursion: the nesting depth of a text is up to its author.
  for (let next = waiting.pop(); next !== undefined && blocks.length < MAXIMUM_BLOCKS; next = waiting.pop()) {
    const { type, value, children = [] } = next;
    if (type === 'html') continue;
    const isLeaf = children.some((child) => INLINE.has(child.type));
    if (isLeaf || value !== undefined) {
      const text = (isLeaf ? inlineText(children) : String(value)).replaceAll(/\s+/gu, ' ').trim();
      if (text !== '') blocks.push(text);
    } else for (const child of children.toReversed()) waiting.push(child);
  }
  return blocks;
}

function inlineText(nodes: readonly Node[]): string {
  const shown: string[] = [];
  const waiting: Node[] = nodes.toReversed();
  let hiddenBy: string | undefined;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { type, value = '', children = [] } = next;
    if (type === 'html') {
      if (hiddenBy === undefined) hiddenBy = OPENS_HIDDEN.exec(value)?.[1]?.toLowerCase();
      else if (value.toLowerCase().startsWith(`</${hiddenBy}`)) hiddenBy = undefined;
    } else if (hiddenBy === undefined) {
      if (type === 'text' || type === 'inlineCode') shown.push(value);
      else if (type === 'break') shown.push(' ');
      for (const child of children.toReversed()) waiting.push(child);
    }
  }
  return shown.join('');
}
