import rehypeRaw from 'rehype-raw';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { cleanImages } from './clean-tree.ts';
import { htmlTree } from './html-renderer.ts';
import { bodySchema } from './sanitize-schema.ts';

/** Reads the HTML that stands in a tree as text. */
export const rawParser = unified().use(rehypeRaw).freeze();

/** Writes a tree as Markdown, without what is not safe to show. */
export const treeWriter = unified()
  .use(cleanImages)
  .use(rehypeSanitize, { ...bodySchema, clobber: [] })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' })
  .freeze();

/** What `htmlToMarkdown` answers; like `renderHtml`, only imported when it is used. */
export function writeMarkdown(html: string): string {
  return treeWriter.stringify(treeWriter.runSync(rawParser.runSync(htmlTree(html))));
}
