import type { JsonObject } from '@colophon/core';
import { renderBody } from '@colophon/content';
import type { Shown } from '@colophon/contract';
import { markedText } from '@colophon/readers';
import type { AccountVerdict } from '@colophon/verify';
import { captionsOf, withCaptions } from '../pages/render/with-captions.ts';

/** The attribute that marks signed parts of a page: its value is the name of a signed field. */
export const ACCOUNT_MARK = 'data-account';

/** The parts of a page that are compared with the signed text; a marked page marks all of them. */
const SHOWN = ['title', 'description', 'body'] as const;

/** What an account has that a page is compared with. */
export interface PageAccount {
  readonly text?: JsonObject;
  readonly shown?: Shown | null;
}

/** Whether a page shows the signed text; `unmarked` is a page that does not tell where it shows it. */
export type PageVerdict = 'same' | 'differs' | 'unmarked';

/**
 * Compares the text of a page, and the captions of the pictures in it, with those of a genuine account: exactly, except for space between
 * words.
 */
export async function comparePage(html: string, text: JsonObject, shown?: Shown): Promise<PageVerdict> {
  const marked = await markedText(html, ACCOUNT_MARK);
  if (marked.get('title')?.length !== 1 || marked.get('body')?.length !== 1) return 'unmarked';
  const shownOf = (name: string): string => (marked.get(name) ?? []).map(withoutSpace).join('\n');
  for (const name of SHOWN) if (shownOf(name) !== withoutSpace(await asShown(name, { text, shown }))) return 'differs';
  return 'same';
}

/** A verdict that includes the page. */
export function verdictOfPage(verdict: AccountVerdict, page: 'same' | 'differs'): AccountVerdict {
  const beside = 'That the page shows nothing else next to the signed text, and names the right people, dates and pictures.';
  if (page === 'same')
    return {
      ...verdict,
      proved: [...verdict.proved, 'The page shows the title and the text that were signed.'],
      notProved: [...verdict.notProved, beside],
    };
  const message = 'The page shows another text than the one that was signed.';
  const where = verdict.account?.relatedResource[0].id;
  return {
    ...verdict,
    ok: false,
    // Not among the faults of an account: the account is genuine, but the page differs.
    fault: { code: 'text_differs', message: where === undefined ? message : `${message} That one is at ${where}.` },
    proved: [],
    notProved: ['Nothing is proved about what this page shows: do not rely on it.'],
  };
}

async function asShown(
  name: (typeof SHOWN)[number],
  { text, shown }: { readonly text: JsonObject; readonly shown: Shown | undefined },
): Promise<string> {
  const value = text[name];
  if (typeof value !== 'string') return '';
  if (name !== 'body') return value;
  const html = await renderBody({ body: value, bodyFormat: text['bodyFormat'] === 'html' ? 'html' : 'markdown' }).catch(() => undefined);
  // A text that is too complex to be rendered is shown as its source.
  if (html === undefined) return value;
  const captioned = withCaptions(html, shown ? captionsOf(shown) : {});
  return (await markedText(`<div ${ACCOUNT_MARK}="body">${captioned}</div>`, ACCOUNT_MARK)).get('body')?.[0] ?? '';
}

function withoutSpace(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, '');
}
