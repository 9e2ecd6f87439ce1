import { readFile } from 'node:fs/promises';
import { type AccountVerdict, comparePrinted } from '@colophon/verify';
import { GatherError } from './gather.ts';

/** Reads the text of a printed page. @throws GatherError */
export async function readPrinted(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new GatherError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  });
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new GatherError(`${file} is a PDF file: give its text, such as from "pdftotext ${file} article.txt".`);
  return bytes.toString('utf8');
}

/** A verdict that includes the printed text. @param account a genuine account @throws GatherError if the words cannot be compared */
export function verdictOfPrinted(verdict: AccountVerdict, printed: string, account: unknown): AccountVerdict {
  const { text } = Object(account) as { readonly text?: Readonly<Record<string, unknown>> };
  const [title, body] = ['title', 'body'].map((name) => text?.[name]);
  if (typeof title !== 'string' || typeof body !== 'string')
    throw new GatherError('The account has no text to compare with: fetch it from the address that ends in /account.');
  const { result, near } = comparePrinted(printed, { title, body, bodyFormat: text?.['bodyFormat'] === 'html' ? 'html' : 'markdown' });
  if (result === 'unknown')
    throw new GatherError(
      'The words cannot be compared here: the text has footnotes or other parts that are printed elsewhere. Read the text of the account.',
    );
  if (result === 'same')
    return {
      ...verdict,
      proved: [...verdict.proved, 'The printed title and words are those that were signed, in the same order.'],
      notProved: [...verdict.notProved, 'What else was printed, hyphens, and the layout: only the words were compared.'],
    };
  const where = near === null ? '' : ` They differ near "${near}".`;
  return {
    ...verdict,
    ok: false,
    // Not among the faults of an account: the account is genuine, but the print differs.
    fault: { code: 'text_differs', message: `The printed words are not those that were signed.${where}` },
    proved: [],
    notProved: ['Nothing is proved about what was printed: do not rely on it.'],
  };
}
