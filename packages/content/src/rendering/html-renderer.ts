import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { cleanImages, followIds } from './clean-tree.ts';
import type { RenderableBody } from './render-body.ts';
import { bodySchema } from './sanitize-schema.ts';

const PREFIX = bodySchema.clobberPrefix ?? '';

/** Raw HTML becomes elements like any other, then everything that is not allowed is taken out, whoever wrote it. */
const sanitized = unified()
  .use(rehypeRaw)
  .use(cleanImages)
  .use(rehypeSanitize, bodySchema)
  .use(followIds(PREFIX))
  .use(rehypeStringify)
  .freeze();

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' }).freeze();

/**
 * What `renderBody` answers. Only imported when it is used: a fifth of all the modules of a start would come with it. The
 * parsers take time that grows with the square of some texts, and recurse: whoever calls this says where and for how long.
 *
 * @throws RangeError when the body is nested so deep that the stack ends
 */
export function renderHtml({ body, bodyFormat }: RenderableBody): string {
  const tree: Root = bodyFormat === 'html' ? htmlTree(body) : markdown.runSync(markdown.parse(body));
  return sanitized.stringify(sanitized.runSync(tree));
}

/** HTML as a tree that is still to be parsed. */
export function htmlTree(html: string): Root {
  return { type: 'root', children: [{ type: 'raw', value: html }] };
}
