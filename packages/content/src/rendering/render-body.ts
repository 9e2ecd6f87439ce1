import type { RenderableBody } from './renderable-body.ts';
import { type Lane, textWorkers } from './text-workers.ts';

/**
 * Renders a body to sanitized HTML: GitHub-flavoured Markdown with HTML inside, or HTML. The stored body is not changed.
 *
 * Long bodies are processed in a worker thread, for at most ten seconds.
 *
 * @param lane `readers` for a published body: it does not wait for drafts, which anybody who may write can send
 * @throws ValidationError `too_complex` for a body crafted to keep the parser busy, such as one with tens of thousands of nested levels
 * @throws BusyError if too many bodies are already waiting
 * @example
 * await renderBody({ bodyFormat: 'markdown', body: '*Hello* <script>alert(1)</script>' }); // '<p><em>Hello</em> </p>'
 */
export function renderBody({ body, bodyFormat }: RenderableBody, lane: Lane = 'drafts'): Promise<string> {
  return textWorkers.run({ task: 'render', body, bodyFormat }, lane);
}
