import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { safeLinkAddress } from '../../state/text/safe-address.ts';

/** The members of a Markdown tree that are used here. */
interface MarkdownNode {
  type: string;
  url?: string;
  alt?: string | null;
  value?: string;
  children?: MarkdownNode[];
}

const pipeline = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(() => (tree: unknown) => clean(tree as MarkdownNode))
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-' });

/**
 * Converts rich text to Markdown: headings, lists, links and emphasis are kept, styles, scripts and handlers removed. A link with an
 * invalid address becomes its text; an embedded picture becomes its alternative text.
 */
export function markdownOfHtml(html: string): string {
  return String(pipeline.processSync(html)).trim();
}

function clean(node: MarkdownNode): void {
  node.children = node.children?.flatMap((child) => {
    clean(child);
    if (child.type === 'html') return [];
    if (child.type === 'link' && safeLinkAddress(child.url ?? '') === null) return child.children ?? [];
    if (child.type === 'image' && !/^https?:\/\//i.test(child.url ?? '')) return child.alt ? [{ type: 'text', value: child.alt }] : [];
    return [child];
  }) as MarkdownNode[];
  if (node.children === undefined) delete node.children;
}
