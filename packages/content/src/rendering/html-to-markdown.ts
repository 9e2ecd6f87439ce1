import rehypeRaw from 'rehype-raw';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { cleanImages } from './clean-tree.ts';
import { htmlTree } from './render-body.ts';
import { bodySchema } from './sanitize-schema.ts';

const converter = unified()
  .use(rehypeRaw)
  .use(cleanImages)
  .use(rehypeSanitize, { ...bodySchema, clobber: [] })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' })
  .freeze();

/**
 * Converts HTML to Markdown, for files that people go on writing in. What Markdown has no sign for is lost: classes, sizes,
 * figures. What `renderBody` would not show is left out.
 *
 * @example
 * htmlToMarkdown('<h2>News</h2><p>A <b>bold</b> step</p>'); // '## News\n\nA **bold** step\n'
 */
export function htmlToMarkdown(html: string): string {
  return converter.stringify(converter.runSync(htmlTree(html)));
}
