import { textWorkers } from './text-workers.ts';

/**
 * Converts HTML to Markdown, for files that people continue to edit. What Markdown cannot express is lost: classes, sizes, figures. What
 * `renderBody` would not show is omitted.
 *
 * @example
 * await htmlToMarkdown('<h2>News</h2><p>A <b>bold</b> step</p>'); // '## News\n\nA **bold** step\n'
 */
export function htmlToMarkdown(html: string): Promise<string> {
  return textWorkers.run({ task: 'write-markdown', html });
}
