import { cleanText, escapeHtml } from './clean-text.ts';
import type { MailBlock, MailContent } from './mail-content.ts';
import { quoteWords } from './quote-words.ts';

/** Maximum length of staff text in a mail, in characters. */
const LONGEST_NOTE = 20_000;

/** The footer of a mail. */
export interface MailFooter {
  /** The name of the sender. */
  readonly site: string;
  /** The page for unsubscribing; undefined if there is none. */
  readonly unsubscribeUrl?: string | undefined;
}

/** A mail in both formats. */
export interface RenderedMail {
  readonly text: string;
  readonly html: string;
}

/** Renders several contents as one mail: text, and HTML without images, scripts or addresses other than ours. */
export function renderMail(contents: readonly MailContent[], footer: MailFooter): RenderedMail {
  const [only] = contents;
  const sections = contents.map(({ subject, blocks }) => ({ heading: contents.length > 1 ? subject : undefined, blocks }));
  const reasons = [...new Set(contents.map(({ reason }) => reason))];
  return { text: asText(sections, reasons, footer), html: asHtml(sections, reasons, { ...footer, title: only?.subject ?? footer.site }) };
}

interface Section {
  readonly heading: string | undefined;
  readonly blocks: readonly MailBlock[];
}

function asText(sections: readonly Section[], reasons: readonly string[], { site, unsubscribeUrl }: MailFooter): string {
  const parts = sections.map(({ heading, blocks }) =>
    [...(heading === undefined ? [] : [`== ${cleanText(heading)}`]), ...blocks.map(blockAsText)].join('\n\n'),
  );
  const stop = unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`];
  return `${[...parts, ['-- ', cleanText(site), ...reasons.map(cleanText), ...stop].join('\n')].join('\n\n')}\n`;
}

function blockAsText(block: MailBlock): string {
  switch (block.part) {
    case 'said':
      return cleanText(block.text);
    case 'quoted':
      return `${cleanText(block.label)}\n> ${quoteWords(block.words)}`;
    case 'noted':
      return `${cleanText(block.label)}\n${indent(noteOf(block.words))}`;
    case 'leads':
      return `${cleanText(block.label)}:\n${requireWebAddress(block.url)}`;
  }
}

function asHtml(
  sections: readonly Section[],
  reasons: readonly string[],
  { site, unsubscribeUrl, title }: MailFooter & { readonly title: string },
): string {
  const parts = sections.map(({ heading, blocks }) =>
    [...(heading === undefined ? [] : [`<h2 style="font-size:1.1em">${shown(heading)}</h2>`]), ...blocks.map(blockAsHtml)].join('\n'),
  );
  const stop = unsubscribeUrl === undefined ? '' : `<br><a href="${hrefOf(unsubscribeUrl)}">Unsubscribe</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${shown(title)}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:40em">
${parts.join('\n<hr>\n')}
<p style="font-size:.85em;opacity:.8">${[site, ...reasons].map(shown).join('<br>')}${stop}</p>
</body>
</html>
`;
}

function blockAsHtml(block: MailBlock): string {
  switch (block.part) {
    case 'said':
      return `<p>${shown(block.text)}</p>`;
    case 'quoted':
      return `<p>${shown(block.label)}</p>\n<blockquote>${shown(quoteWords(block.words))}</blockquote>`;
    case 'noted':
      return `<p>${shown(block.label)}</p>\n<blockquote>${shown(noteOf(block.words))}</blockquote>`;
    case 'leads':
      return `<p><a href="${hrefOf(block.url)}">${shown(block.label)}</a></p>`;
  }
}

function noteOf(words: string): string {
  return cleanText(words).slice(0, LONGEST_NOTE).toWellFormed();
}

/** Indented by two blanks, so that it cannot imitate our own text. */
function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function shown(text: string): string {
  return escapeHtml(cleanText(text)).replaceAll('\n', '<br>');
}

function hrefOf(url: string): string {
  return escapeHtml(requireWebAddress(url));
}

/** @throws TypeError for anything but a web address: it comes from us, so this is a programming error */
function requireWebAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('Links in a mail must be http or https URLs.');
  return href;
}
