import type { AccountCredential, SignedCorrection } from '@colophon/contract';

/** The verified parts. */
export interface Found {
  readonly account: AccountCredential;
  readonly kid: string;
  readonly corrections: readonly SignedCorrection[];
  readonly missingCorrections: readonly number[];
}

/** The statement if there is a fault. */
export const NOTHING_PROVED: readonly string[] = ['Nothing is proved about this piece: do not rely on what was handed in.'];

/** Returns what a genuine account proves, in plain sentences. */
export function provedOf({ account, kid, corrections }: Found, hasText: boolean): string[] {
  const { credentialSubject: piece, issuer, iat, type, validFrom } = account;
  const what = type[1] === 'PublicationCredential' ? 'publication' : 'correction';
  return [
    `${issuer} signed this account on ${new Date(iat * 1000).toISOString()} with the key ${kid}, and nothing in it was changed since.`,
    `It is the account of a ${what} of ${placeOf(piece)} (record ${piece.contentId}, version ${piece.version}), dated ${validFrom}.`,
    ...(hasText ? [`The text is, to the letter, the one that was signed: ${piece.textDigest}.`] : []),
    ...(piece.transparency ? ['What the account says of facts, sources, reviews and the part of AI is what the publisher said then.'] : []),
    ...corrections.map((each) => `${nameOf(each)} ${each.number} was issued on ${each.publishedAt}: ${each.summary}`),
  ];
}

/** Returns what it does not prove. */
export function notProvedOf({ missingCorrections, corrections }: Found, hasText: boolean): string[] {
  const withdrawn = corrections.some((each) => each.type === 'retraction');
  return [
    ...(withdrawn ? ['The publisher has withdrawn this piece: that its text is genuine does not make it right.'] : []),
    'That what the piece says is true: only that the publisher said it.',
    ...(hasText ? [] : ['The text: none was handed in.']),
    ...(missingCorrections.length > 0
      ? [`What correction ${missingCorrections.slice(0, 20).join(', ')} says: it was issued, and was not handed in.`]
      : []),
    'That there is no later publication or correction: ask the publisher for the latest account.',
    "That the dates are right: they are those of the publisher's clock.",
    "That the keys are the publisher's: get them from the publisher, over HTTPS.",
  ];
}

function nameOf({ type }: SignedCorrection): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

/** A piece without a page of its own is identified by its id. */
function placeOf({ id }: AccountCredential['credentialSubject']): string {
  return id.startsWith('urn:') ? 'a piece without a page of its own' : id;
}
