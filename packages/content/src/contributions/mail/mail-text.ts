import { ColophonError } from '@colophon/core';
import { htmlToMarkdown } from '../../rendering/html-to-markdown.ts';
import { LONGEST_TEXT } from '../intake/inputs.ts';
import type { InboundMessage } from './inbound-mail-settings.ts';

/** The text of a mail, in the form of a contribution. */
export interface MailText {
  readonly body: string;
  readonly bodyFormat: 'text' | 'markdown';
  /** The HTML was too complex to convert: the body is the text between its tags. */
  readonly isHtmlUnreadable: boolean;
  /** The text was longer than that of a contribution may be. */
  readonly isCut: boolean;
}

/** Maximum number of HTML characters that are converted; the markup of a letter is longer than its text. */
const LONGEST_HTML = 4 * LONGEST_TEXT;
const NOT_READ = 'This mail could not be read. It is attached as it came.';

/** Returns the plain text of a mail, otherwise its sanitized HTML as Markdown, otherwise the text between its tags. */
export async function textOfMail({ text, html, warnings }: InboundMessage, { avoidsMarkdown = false } = {}): Promise<MailText> {
  if (warnings.includes('not_read')) return made(NOT_READ, 'text');
  if (text !== null || html === null) return made(text ?? '', 'text');
  if (!avoidsMarkdown) {
    try {
      return made(await htmlToMarkdown(html.slice(0, LONGEST_HTML)), 'markdown', html.length > LONGEST_HTML);
    } catch (error) {
      if (!isTooComplex(error)) throw error;
    }
  }
  return { ...made(textBetweenTags(html.slice(0, LONGEST_HTML)), 'text', html.length > LONGEST_HTML), isHtmlUnreadable: true };
}

/** Whether a text was too complex to convert or show. */
export function isTooComplex(error: unknown): boolean {
  return error instanceof ColophonError && error.code === 'too_complex';
}

function made(text: string, bodyFormat: MailText['bodyFormat'], isSourceCut = false): MailText {
  const body = text.slice(0, LONGEST_TEXT).replaceAll('\0', '').toWellFormed();
  return { body, bodyFormat, isHtmlUnreadable: false, isCut: isSourceCut || text.length > LONGEST_TEXT };
}

/** Returns the text between the tags of HTML, in one pass: each tag becomes a blank, and an unclosed tag is text. */
export function textBetweenTags(html: string): string {
  const texts: string[] = [];
  for (let at = 0; at < html.length;) {
    const opens = html.indexOf('<', at);
    const closes = opens < 0 ? -1 : html.indexOf('>', opens);
    if (closes < 0) {
      texts.push(html.slice(at));
      break;
    }
    texts.push(html.slice(at, opens));
    at = closes + 1;
  }
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ');
}
