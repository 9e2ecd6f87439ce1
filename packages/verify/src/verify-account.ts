import {
  type AccountCredential,
  canonicalDigest,
  digestAsSri,
  isPlainObject,
  type RelatedResource,
  SIGNED_ACCOUNT_FORMAT,
  SIGNED_EDITION_FORMAT,
  type Shown,
  type SignedCorrection,
} from '@colophon/contract';
import { readDisclosures } from './read-disclosures.ts';
import { filesOf, requirePictures } from './require-pictures.ts';
import { NOTHING_PROVED, notProvedOf, provedOf } from './explain.ts';
import type { LogPolicy } from './log/policy.ts';
import { requireLogged } from './require-logged.ts';
import { type KnownKey, readKeySet } from './key-set.ts';
import { readCredential } from './read-credential.ts';
import { type AccountVerdict, Refusal } from './verdict.ts';

/** The options of a verification. */
export interface VerifyOptions {
  /** The publisher's keys: the JWK Set of `/.well-known/jwks.json`, obtained from the publisher and not with the account. */
  readonly keys: unknown;
  /** The required issuer, such as `https://news.example/issuer`. By default any owner of the keys. */
  readonly issuer?: string | undefined;
  /** The required address of the piece. By default any. */
  readonly address?: string | undefined;
  /** The time of the verification. Default: now. */
  readonly now?: Date | undefined;
  /** The bytes of pictures and files, such as those that a page loads: each must be one that the account names. By default none. */
  readonly pictures?: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] | undefined;
  /** The publisher's log, and the witnesses that must have cosigned it: `policyOfLog` or `parsePolicy`. By default no proof is checked. */
  readonly policy?: LogPolicy | undefined;
  /** The certificates of time-stamp authorities that you trust, in PEM. By default no time stamp is checked. */
  readonly timeAuthorities?: string | undefined;
}

/**
 * Verifies a signed account without network access: the signature, the text, how the piece was made, and the corrections issued
 * since. It never throws; a fault is in the verdict.
 *
 * @param account a signed account as returned by `GET /contents/{id}/account`, or the JWS of a single credential
 *
 * @example
 * const verdict = await verifyAccount(account, { keys: jwks, issuer: 'https://news.example/issuer' });
 * verdict.ok // true
 * verdict.proved[0] // 'https://news.example/issuer signed this account on 2026-11-22T10:00:00.000Z …'
 */
export async function verifyAccount(account: unknown, options: VerifyOptions): Promise<AccountVerdict> {
  try {
    return await verified(account, options);
  } catch (error) {
    const known = error instanceof Refusal ? error : new Refusal('not_an_account', 'The account cannot be read.');
    const fault = { code: known.code, message: known.message };
    return {
      ok: false,
      fault,
      proved: [],
      notProved: NOTHING_PROVED,
      account: null,
      authors: [],
      kid: null,
      corrections: [],
      missingCorrections: [],
      files: null,
      revoked: null,
      signedAuthors: 0,
      logged: null,
    };
  }
}

/** The parts of the file to verify. */
interface AccountParts {
  readonly credential: unknown;
  readonly text?: Record<string, unknown>;
  /** What was shown with the text; undefined if it is not in the file. */
  readonly shown?: Record<string, unknown> | undefined;
  /** The names of the authors. */
  readonly disclosures: readonly unknown[];
  readonly corrections: readonly unknown[];
  readonly proof?: unknown;
  readonly timestamp?: unknown;
}

async function verified(account: unknown, options: VerifyOptions): Promise<AccountVerdict> {
  const parts = readParts(account);
  const keys = await readKeySet(options.keys);
  const now = (options.now ?? new Date()).getTime() / 1000;
  const { credential, kid, revoked } = await readCredential(parts.credential, keys, now);
  requireAbout(credential, options);
  if (parts.text !== undefined) await requireText(credential, parts.text);
  if (parts.shown !== undefined) await requireShown(credential, parts.shown);
  const shown = parts.shown as unknown as Shown | undefined;
  const authors = await readDisclosures(shown, parts.disclosures);
  const checkedFiles = await requirePictures(shown, options.pictures ?? []);
  const corrections = await readCorrections(parts.corrections, credential, keys, now);
  const missingCorrections = missingOf(credential, corrections);
  const { proof, timestamp } = parts;
  const logged = await requireLogged(credential, parts.credential, { proof, timestamp }, options);
  const files = shown ? filesOf(shown, checkedFiles) : null;
  const found = { account: credential, kid, corrections, missingCorrections, files, logged, revoked: revoked ?? null };
  const given = { ...found, hasText: parts.text !== undefined, shown, authors, hasProof: proof !== undefined };
  const signed = { authors: authors?.names ?? [], signedAuthors: authors?.signed ?? 0 };
  return { ok: true, fault: null, proved: provedOf(given), notProved: notProvedOf(given), ...signed, ...found };
}

/** The members of each format. */
const MEMBERS: Readonly<Record<string, ReadonlySet<string>>> = {
  [SIGNED_ACCOUNT_FORMAT]: new Set(['format', 'credential', 'text', 'corrections', 'proof', 'timestamp']),
  [SIGNED_EDITION_FORMAT]: new Set(['format', 'credential', 'text', 'shown', 'disclosures', 'corrections', 'proof', 'timestamp']),
};
const MAXIMUM_CORRECTIONS = 10_000;

function readParts(account: unknown): AccountParts {
  if (typeof account === 'string') return { credential: account.trim(), disclosures: [], corrections: [] };
  const format = isPlainObject(account) ? account['format'] : undefined;
  const members = typeof format === 'string' && Object.hasOwn(MEMBERS, format) ? MEMBERS[format] : undefined;
  if (!isPlainObject(account) || !members)
    throw new Refusal(
      'not_an_account',
      `This is not a signed account: neither a JWS nor a file of the format ${Object.keys(MEMBERS).join(' or ')}.`,
    );
  const { credential, text, shown, disclosures, corrections, proof, timestamp } = account;
  if (
    !Array.isArray(corrections) ||
    corrections.length > MAXIMUM_CORRECTIONS ||
    !isPlainObject(text) ||
    (members.has('shown') && shown !== null && !isPlainObject(shown)) ||
    (members.has('disclosures') && !Array.isArray(disclosures)) ||
    Object.keys(account).some((name) => !members.has(name))
  )
    throw new Refusal('not_an_account', `This is not a signed account: it must have ${[...members].join(', ')}, and nothing else.`);
  const listed = (corrections as unknown[]).map((each) => (isPlainObject(each) ? each['credential'] : each));
  return {
    credential,
    text,
    shown: isPlainObject(shown) ? shown : undefined,
    disclosures: Array.isArray(disclosures) ? disclosures : [],
    corrections: listed,
    proof,
    timestamp,
  };
}

/** @throws Refusal `shown_differs` */
async function requireShown({ credentialSubject, relatedResource }: AccountCredential, shown: Record<string, unknown>): Promise<void> {
  const { shownDigest } = credentialSubject;
  const resource = Array.isArray(relatedResource) ? (relatedResource[1] as RelatedResource | undefined) : undefined;
  if (shownDigest !== undefined && (await digestOf(shown)) === shownDigest && resource?.digestSRI === digestAsSri(shownDigest)) return;
  throw new Refusal('shown_differs', 'The pictures, sources or tags are not those that were signed.');
}

async function digestOf(value: unknown): Promise<string | undefined> {
  try {
    return await canonicalDigest(value);
  } catch {
    // It has no canonical form, so that nothing was signed with it.
    return undefined;
  }
}

function requireAbout(credential: AccountCredential, { issuer, address }: VerifyOptions): void {
  const { credentialSubject } = credential;
  if (issuer !== undefined && credential.issuer !== issuer)
    throw new Refusal('issuer_differs', `The account was issued by ${credential.issuer}, not by ${issuer}.`);
  if (address !== undefined && credentialSubject.id !== address)
    throw new Refusal('address_differs', `The account is about ${credentialSubject.id}, not about ${address}.`);
}

async function requireText({ credentialSubject, relatedResource }: AccountCredential, text: Record<string, unknown>): Promise<void> {
  const digest = await digestOf(text);
  const [resource] = Array.isArray(relatedResource) ? relatedResource : [];
  if (digest === undefined || digest !== credentialSubject.textDigest || resource?.digestSRI !== digestAsSri(digest))
    throw new Refusal('text_differs', 'The text is not the one that was published: it has been changed since it was signed.');
}

/** Each is signed like the account itself, belongs to the same piece, and is later than the publication. */
async function readCorrections(
  credentials: readonly unknown[],
  { credentialSubject: piece, issuer }: AccountCredential,
  keys: ReadonlyMap<string, KnownKey>,
  now: number,
): Promise<SignedCorrection[]> {
  const found: SignedCorrection[] = [];
  for (const jws of credentials) {
    const { credential } = await readCredential(jws, keys, now).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('correction_refused', `A correction is not genuine. ${error.message}`) : error;
    });
    const { correction, contentId, version } = credential.credentialSubject;
    if (!correction || contentId !== piece.contentId || credential.issuer !== issuer)
      throw new Refusal('correction_refused', 'One of the corrections is not about this piece.');
    // A publication without a version has no place among the versions: all corrections of the piece are listed with it.
    const isEarlier = version === undefined || version <= (piece.version ?? 0);
    if (isEarlier || found.some((each) => each.number >= correction.number))
      throw new Refusal('correction_refused', 'The corrections are not in order, or are older than the publication.');
    found.push(correction);
  }
  return found;
}

/** Corrections are numbered: a later one shows that there are earlier ones. */
function missingOf({ credentialSubject }: AccountCredential, corrections: readonly SignedCorrection[]): number[] {
  const frozen = credentialSubject.transparency?.['corrections'];
  const before = credentialSubject.correction?.number ?? (Array.isArray(frozen) ? frozen.length : 0);
  const last = corrections.at(-1)?.number ?? before;
  const present = new Set(corrections.map(({ number }) => number));
  return Array.from({ length: Math.max(0, Math.min(last - before, MAXIMUM_CORRECTIONS)) }, (_, index) => before + index + 1).filter(
    (each) => !present.has(each),
  );
}
