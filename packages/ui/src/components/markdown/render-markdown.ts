import { bodySchema, cleanImages, followIds, labelTasks } from '@colophon/content/rendering';
import type { Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { BodyFormat } from '../../state/records.ts';
import type { SafeHtml } from '../reading/safe-html.ts';
import { openBeside, showTicks, textSchema, unlinkBare } from './text-rendering.ts';

/** The maximum length in characters: rendering blocks the browser, and its time grows quadratically for some texts. */
const LONGEST = 200_000;

export interface RenderOptions {
  readonly format?: BodyFormat;
  /** False omits pictures, so that nothing is loaded, and opens links in a new tab. Default true. */
  readonly pictures?: boolean;
  /** False, with `pictures: false`, leaves bare URLs as text: one with data in it is how a model leaks information. Default true. */
  readonly automaticLinks?: boolean;
}

/** Repeated marks that would nest thousands of levels deep and block the parser for seconds. */
const NESTED = /(?:[>*_[(`~-][ \t]?){400}/;

const PREFIX = bodySchema.clobberPrefix ?? '';
const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' }).freeze();
const page = unified()
  .use(rehypeRaw)
  .use(cleanImages)
  .use(rehypeSanitize, bodySchema)
  .use(followIds(PREFIX))
  .use(labelTasks)
  .use(rehypeStringify)
  .freeze();
const written = () => unified().use(rehypeRaw).use(rehypeSanitize, textSchema).use(showTicks).use(followIds(PREFIX));
const text = written().use(openBeside).use(rehypeStringify).freeze();
const linkless = written().use(unlinkBare).use(openBeside).use(rehypeStringify).freeze();

/**
 * Renders a body like the server, to sanitized HTML.
 *
 * @throws RangeError `too_complex` if it is longer than 200,000 characters or nested too deeply: show the source instead
 * @example
 * renderMarkdown('*Hello* <script>alert(1)</script>'); // '<p><em>Hello</em> </p>'
 */
export function renderMarkdown(
  source: string,
  { format = 'markdown', pictures = true, automaticLinks = true }: RenderOptions = {},
): SafeHtml {
  if (source.length > LONGEST) throw new RangeError('too_complex: the text is longer than a browser renders');
  if (NESTED.test(source)) throw new RangeError('too_complex: the text is nested too deep');
  const tree: Root =
    format === 'html' ? { type: 'root', children: [{ type: 'raw', value: source }] } : markdown.runSync(markdown.parse(source));
  const pipeline = pictures ? page : automaticLinks ? text : linkless;
  return pipeline.stringify(pipeline.runSync(tree)) as SafeHtml;
}
