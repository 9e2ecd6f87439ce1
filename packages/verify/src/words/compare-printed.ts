import { compareWords, type WordsVerdict } from './compare-words.ts';
import { type SourceText, withoutSpace } from './tokens.ts';

/** The text of a printed page, and the signed text that it should be. */
export interface SignedText extends SourceText {
  readonly title: string;
}

/**
 * Compares the text of a printed page with a signed text: its title, and after it all its words in order. Hyphens, numbers of pages and repeated
 * headlines are left out; what else is printed is not compared, and neither is layout.
 *
 * @param printed as it was copied or read from the page
 */
export function comparePrinted(printed: string, text: SignedText): WordsVerdict {
  const found = compareWords(withoutPageNumbers(printed, text.title), text, { isPrinted: true });
  if (found.result !== 'same') return found;
  // A text under another headline is not the same piece.
  const title = compareWords(found.before, { body: text.title, bodyFormat: 'html' }, { isPrinted: true });
  return title.result === 'same' ? found : { ...found, result: title.result, near: null };
}

/** Numbers of pages, and the lines with title or address that browsers print above and below each page. */
function withoutPageNumbers(printed: string, title: string): string {
  let hasTitle = false;
  return printed
    .split(/\r\n|\r|\n|\f/)
    .filter((line) => {
      const trimmed = line.trim();
      if (/^(?:page\s*)?\d{1,4}(?:\s*(?:\/|of)\s*\d{1,4})?$/i.test(trimmed)) return false;
      if (/^https?:\/\/\S+\s+\d{1,4}\/\d{1,4}$/.test(trimmed)) return false;
      // The first line that is the title is the headline.
      const isTitle = withoutSpace(trimmed) === withoutSpace(title);
      if (isTitle && hasTitle) return false;
      hasTitle ||= isTitle;
      return true;
    })
    .join('\n');
}
