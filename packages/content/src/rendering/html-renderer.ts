import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { cleanImages, followIds } from './clean-tree.ts';
import { labelTasks } from './label-tasks.ts';
import { listItem } from './list-item.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { RenderableBody } from './renderable-body.ts';
import { bodySchema } from './sanitize-schema.ts';

const PREFIX = bodySchema.clobberPrefix ?? '';

/** Raw HTML is parsed to elements, then everything that is not allowed is removed, whatever its source. */
const sanitized = unified()
  .use(rehypeRaw)
  .use(cleanImages)
  .use(rehypeSanitize, bodySchema)
  .use(followIds(PREFIX))
  .use(labelTasks)
  .use(rehypeStringify)
  .freeze();

const toHtml = unified().use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '', handlers: { listItem } }).freeze();

/**
 * The implementation of `renderBody`. Imported only on use: it would load a fifth of all modules at startup. The parser of HTML takes quadratic
 * time for some texts, and both are recursive: the caller decides where and for how long it runs.
 *
 * @throws RangeError if the body is nested so deeply that the stack overflows
 */
export function renderHtml({ body, bodyFormat }: RenderableBody): string {
  const tree: Root = bodyFormat === 'html' ? htmlTree(body) : toHtml.runSync(parseMarkdown(body));
  return sanitized.stringify(sanitized.runSync(tree));
}

/** Returns HTML as an unparsed tree. */
export function htmlTree(html: string): Root {
  return { type: 'root', children: [{ type: 'raw', value: html }] };
}
