import { isPlainObject } from '@colophon/contract';
import {
  type AccountVerdict,
  comparePrinted,
  compareWords,
  type LogPolicy,
  parseVerifierKey,
  policyOfLog,
  type SourceText,
  verifyAccount,
  type WordsVerdict,
} from '@colophon/verify';
import { issuerIn } from './issuer-in.ts';
import { type KeysFrom, type MarkedTexts, type Material, MaterialError } from './material.ts';

/** How the title and the text of a page compare with those that were signed. */
export type PageResult = WordsVerdict['result'] | 'unmarked' | 'no text';

/** What a check found. */
export interface Checked {
  readonly verdict: AccountVerdict;
  readonly keysFrom: KeysFrom;
  /** The page; undefined if none was given. */
  readonly page?: { readonly result: PageResult; readonly near: string | null } | undefined;
  /** The printed text; undefined if none was given. */
  readonly printed?: WordsVerdict | 'no text' | undefined;
  /** The signed text, if it is there and genuine. */
  readonly text?: { readonly title: string; readonly description: string; readonly body: string } | undefined;
  readonly hasProof: boolean;
  readonly hasStamp: boolean;
}

/** Verifies what is there. @throws MaterialError if an account or keys are missing or unusable, which says nothing about the piece */
export async function checkMaterial(material: Material): Promise<Checked> {
  const { account, keys, origin, address, page, printed, pictures = [] } = material;
  if (account === undefined)
    throw new MaterialError(
      printed === undefined
        ? 'Give an address, or a file with an account.'
        : 'Give the address of the piece too, or its account as a file: the text is compared with it.',
    );
  if (keys === undefined)
    throw new MaterialError('The keys of the publisher are missing: get them from the publisher, or give the file jwks.json.');
  const issuer = origin === undefined ? undefined : `${origin}/issuer`;
  const policy = await policyOf(material.logKey);
  const verdict = await verifyAccount(account, { keys: keys.value, issuer, address, pictures, policy });
  if (verdict.fault?.code === 'keys_unusable') throw new MaterialError(verdict.fault.message);
  const parts = (isPlainObject(account) ? account : {}) as Readonly<Record<string, unknown>>;
  const text = textIn(parts['text']);
  const common = {
    verdict,
    keysFrom: keys.from,
    hasProof: typeof parts['proof'] === 'string',
    hasStamp: typeof parts['timestamp'] === 'string',
  };
  if (!verdict.ok) return common;
  return {
    ...common,
    page: page && comparePage(page, text),
    printed: printed === undefined ? undefined : text ? comparePrinted(printed, text) : 'no text',
    text: text && { title: text.title, description: text.description, body: text.body },
  };
}

/** The site that signed an account, as far as the account says; undefined if it names none. */
export function siteOf({ account }: Material): string | undefined {
  return issuerIn(account);
}

interface SignedText extends SourceText {
  readonly title: string;
  readonly description: string;
}

function textIn(value: unknown): SignedText | undefined {
  if (!isPlainObject(value)) return undefined;
  const textOf = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  return {
    title: textOf('title'),
    description: textOf('description'),
    body: textOf('body'),
    bodyFormat: value['bodyFormat'] === 'html' ? 'html' : 'markdown',
  };
}

function comparePage(page: MarkedTexts, text: SignedText | undefined): NonNullable<Checked['page']> {
  if (!text) return { result: 'no text', near: null };
  const [title, description, body] = ['title', 'description', 'body'].map((name) => page.get(name) ?? []);
  if (title?.length !== 1 || body?.length !== 1) return { result: 'unmarked', near: null };
  if (!isSame(title[0], text.title)) return { result: 'differs', near: title[0]?.slice(0, 80) ?? null };
  if (!isSame(description?.join('\n'), text.description)) return { result: 'differs', near: description?.join(' ').slice(0, 80) ?? null };
  const { result, near } = compareWords(body[0] ?? '', text);
  return { result, near };
}

function isSame(a: string | undefined, b: string): boolean {
  const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');
  return plain(a ?? '') === plain(b);
}

async function policyOf(logKey: string | undefined): Promise<LogPolicy | undefined> {
  try {
    return logKey === undefined ? undefined : policyOfLog(await parseVerifierKey(logKey));
  } catch {
    // The place in the log is then said to be unchecked.
    return undefined;
  }
}
