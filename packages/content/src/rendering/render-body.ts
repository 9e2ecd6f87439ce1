import type { BodyFormat } from '../record/content-fields.ts';
import { textWorkers } from './text-workers.ts';

/** What is rendered: a record, or its public JSON with its body. */
export interface RenderableBody {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
}

/**
 * Renders a body to HTML that is safe to put into a page: GitHub-flavoured Markdown with HTML inside, or HTML. The stored
 * body stays as it was written.
 *
 * A body of any length is worked on beside the event loop, for ten seconds at most.
 *
 * @throws ValidationError `too_complex` for a body made to keep the parser busy, nested by the ten thousand for example
 * @throws BusyError when too many bodies wait already
 * @example
 * await renderBody({ bodyFormat: 'markdown', body: '*Hello* <script>alert(1)</script>' }); // '<p><em>Hello</em> </p>'
 */
export function renderBody({ body, bodyFormat }: RenderableBody): Promise<string> {
  return textWorkers.run({ task: 'render', body, bodyFormat });
}
