import type { AccountCredential, SignedCorrection } from '@colophon/contract';

/** The verified parts. */
export interface VerifiedParts {
  readonly account: AccountCredential;
  readonly kid: string;
  readonly corrections: readonly SignedCorrection[];
  readonly missingCorrections: readonly number[];
}

/** The statement if there is a fault. */
export const NOTHING_PROVED: readonly string[] = ['Nothing is proved about this piece: do not rely on what was verified.'];

/** Returns what a genuine account proves, in plain sentences. */
export function provedOf({ account, kid, corrections }: VerifiedParts, hasText: boolean): string[] {
  const { credentialSubject: piece, issuer, iat, type, validFrom } = account;
  const kind = type[1] === 'PublicationCredential' ? 'publication' : 'correction';
  const state = piece.version === undefined ? `revision ${piece.revision}` : `version ${piece.version}`;
  return [
    `${issuer} signed this account on ${new Date(iat * 1000).toISOString()} with the key ${kid}, and it has not been changed since.`,
    `It is the account of a ${kind} of ${placeOf(piece)} (record ${piece.contentId}, ${state}), dated ${validFrom}.`,
    ...(hasText ? [`The text is exactly the one that was signed: ${piece.textDigest}.`] : []),
    ...(piece.transparency
      ? ['The statements about facts, sources, reviews and the use of AI are those that the publisher made at publication.']
      : []),
    ...corrections.map((each) => `${nameOf(each)} ${each.number} was issued on ${each.publishedAt}: ${each.summary}`),
  ];
}

/** Returns what it does not prove. */
export function notProvedOf({ account, missingCorrections, corrections }: VerifiedParts, hasText: boolean): string[] {
  const isWithdrawn = corrections.some((each) => each.type === 'retraction');
  const isUnversioned = account.credentialSubject.version === undefined;
  return [
    ...(isWithdrawn ? ['The publisher has withdrawn this piece: its text is genuine, but the publisher no longer stands by it.'] : []),
    ...(isUnversioned ? ['How the piece was made: no review or transparency was recorded for this publication.'] : []),
    'That the statements of the piece are true: only that the publisher made them.',
    ...(hasText ? [] : ['The text: it was not provided.']),
    ...(missingCorrections.length > 0
      ? [`The content of correction ${missingCorrections.slice(0, 20).join(', ')}: issued, but not included.`]
      : []),
    'That there is no later publication or correction: request the latest account from the publisher.',
    "That the dates are right: they come from the publisher's clock.",
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
