import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { parseMarkdown } from './parse-markdown.ts';

/** The properties of a Markdown node that are used. */
interface Node {
  type: string;
  value?: string;
  alt?: string | null;
  url?: string;
  children?: Node[];
}

const processor = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' }).freeze();

/** The implementation of `inertMarkdown`; imported only on use. */
export function writeInert(text: string, format: 'text' | 'markdown'): string {
  const tree = format === 'text' ? treeOfText(text) : madeInert(parseMarkdown(text) as Node);
  return processor.stringify(tree as Parameters<typeof processor.stringify>[0]);
}

/** Converts empty lines to paragraphs, and line ends to line breaks. */
function treeOfText(text: string): Node {
  const paragraphs = text.replaceAll(/\r\n?/g, '\n').split(/\n[^\S\n]*(?:\n[^\S\n]*)+/);
  const children = paragraphs
    .filter((each) => each.trim() !== '')
    .map((paragraph): Node => ({
      type: 'paragraph',
      children: paragraph
        .replace(/^\n+|\n+$/g, '')
        .split('\n')
        .flatMap((line, index): Node[] => [...(index === 0 ? [] : [{ type: 'break' }]), { type: 'text', value: line.trim() }]),
    }));
  return { type: 'root', children };
}

/** Blocks that contain further blocks; HTML in them becomes a separate paragraph. */
const HOLDS_BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

function madeInert(root: Node): Node {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { type, children = [] } = node;
    node.children?.splice(0, children.length, ...children.map((child) => inertNode(child, HOLDS_BLOCKS.has(type))));
    waiting.push(...(node.children ?? []));
  }
  return root;
}

function inertNode(node: Node, isBlock: boolean): Node {
  switch (node.type) {
    case 'html': {
      const text = { type: 'text', value: node.value ?? '' };
      return isBlock ? { type: 'paragraph', children: [text] } : text;
    }
    // An external image would reveal to its owner that the text was opened.
    case 'image':
      return { type: 'text', value: `[${node.alt ?? ''}] ${node.url ?? ''}`.trim() };
    case 'imageReference':
      return { type: 'text', value: node.alt ?? '' };
    default:
      return node;
  }
}
