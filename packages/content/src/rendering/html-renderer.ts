import { ValidationError } from '@colophon/core';
import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { cleanImages, followIds } from './clean-tree.ts';
import { isTooComplex } from './markdown-cost.ts';
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

/** What `renderBody` answers. Only imported when it is used: a fifth of all the modules of a start would come with it. */
export function renderHtml({ body, bodyFormat }: RenderableBody): string {
  if (bodyFormat === 'markdown' && isTooComplex(body)) throw tooComplex();
  try {
    const tree: Root = bodyFormat === 'html' ? htmlTree(body) : markdown.runSync(markdown.parse(body));
    return sanitized.stringify(sanitized.runSync(tree));
  } catch (error) {
    // The parsers recurse: nesting by the ten thousand ends their stack.
    throw error instanceof RangeError ? tooComplex() : error;
  }
}

function tooComplex(): ValidationError {
  return new ValidationError('The body is too complex to be rendered.', {
    code: 'too_complex',
    errors: [{ pointer: '/body', code: 'too_complex', detail: 'is nested too deep, or has too many signs in one paragraph' }],
  });
}

/** HTML as a tree that is still to be parsed. */
export function htmlTree(html: string): Root {
  return { type: 'root', children: [{ type: 'raw', value: html }] };
}
