import rehypeRaw from 'rehype-raw';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { cleanImages } from './clean-tree.ts';
import { htmlTree } from './html-renderer.ts';
import { bodySchema } from './sanitize-schema.ts';

/** Parses the HTML that a tree contains as text. */
export const rawParser = unified().use(rehypeRaw).freeze();

/** Serializes a tree as Markdown, without unsafe content. */
export const treeWriter = unified()
  .use(cleanImages)
  .use(rehypeSanitize, { ...bodySchema, clobber: [] })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' })
  .freeze();

/** The implementation of `htmlToMarkdown`; like `renderHtml`, imported only on use. */
export function writeMarkdown(html: string): string {
  return treeWriter.stringify(treeWriter.runSync(rawParser.runSync(htmlTree(html))));
}
