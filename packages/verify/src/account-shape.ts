import {
  type AccountCredential,
  canonicalDigest,
  EDITION_CREDENTIAL_TYPES,
  EDITION_KINDS,
  editionEvidence,
  type EditionStatement,
  isDigest,
  isPlainObject,
} from '@colophon/contract';
import { Refusal } from './verdict.ts';

/** Whether a payload has the form of an account, in any version. */
export function isAccountCredential(value: unknown): value is AccountCredential {
  if (!isPlainObject(value)) return false;
  const { issuer, validFrom, iat, type, credentialSubject: subject } = value;
  if (!Array.isArray(type) || type[0] !== 'VerifiableCredential' || type.length !== 2) return false;
  if (typeof issuer !== 'string' || typeof validFrom !== 'string' || Number.isNaN(Date.parse(validFrom)) || !Number.isInteger(iat))
    return false;
  if (!isPlainObject(subject) || typeof subject['id'] !== 'string' || typeof subject['contentId'] !== 'string') return false;
  if (!isDigest(subject['textDigest'])) return false;
  const kind = EDITION_KINDS.find((each) => EDITION_CREDENTIAL_TYPES[each] === type[1]);
  if (!kind || (kind === 'correction') !== (subject['correction'] !== undefined)) return false;
  if (kind === 'correction' && !isCorrection(subject['correction'])) return false;
  const { version, revision } = subject;
  if (version === undefined ? !Number.isInteger(revision) : !Number.isInteger(version) || revision !== undefined) return false;
  return isOfEdition(value) ? isEditionSubject(subject) : isEarlierSubject(subject, kind);
}

/** Accounts of editions have a context of their own. */
export function isOfEdition(value: Pick<AccountCredential, '@context'> | Record<string, unknown>): boolean {
  const context: unknown = value['@context'];
  return Array.isArray(context) && typeof context[1] === 'string' && context[1].endsWith('/ns/account/v3');
}

const EDITION_MEMBERS = ['edition', 'editionDigest', 'previous', 'shownDigest', 'origins', 'assistance', 'late'];

/** An account from before there were editions: of a version with its transparency, or of a revision that states nothing else. */
function isEarlierSubject(subject: Record<string, unknown>, kind: string): boolean {
  if (EDITION_MEMBERS.some((name) => subject[name] !== undefined)) return false;
  if (subject['version'] === undefined) return kind === 'publication' && subject['transparency'] === undefined;
  return kind === 'correction' || (kind === 'publication' && isPlainObject(subject['transparency']));
}

function isEditionSubject({ edition, editionDigest, previous, shownDigest, late, ...subject }: Record<string, unknown>): boolean {
  const { transparency, origins, assistance } = subject;
  if (late !== undefined && late !== true) return false;
  if ([transparency, origins].some((each) => each !== undefined && !isPlainObject(each))) return false;
  if (assistance !== undefined && !(Array.isArray(assistance) && assistance.every((each) => isPlainObject(each)))) return false;
  // What was published before there were editions can be signed late only.
  if (edition === undefined) return late === true && [editionDigest, previous, shownDigest].every((each) => each === undefined);
  if (!Number.isInteger(edition) || Number(edition) < 1) return false;
  return isDigest(editionDigest) && isDigest(shownDigest) && (edition === 1 ? previous === undefined : isDigest(previous));
}

function isCorrection(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const texts = ['id', 'type', 'summary', 'publishedAt'].every((name) => typeof value[name] === 'string');
  return texts && Number.isInteger(value['number']) && (value['note'] === null || typeof value['note'] === 'string');
}

/**
 * Requires that the digest of an edition is that of the statements that it covers, so that two accounts that name the same edition say the
 * same.
 *
 * @throws Refusal `edition_digest_wrong`
 */
export async function requireEditionDigest({ type, validFrom, credentialSubject }: AccountCredential): Promise<void> {
  const { contentId, edition, editionDigest, previous, textDigest, shownDigest } = credentialSubject;
  const kind = EDITION_KINDS.find((each) => EDITION_CREDENTIAL_TYPES[each] === type[1]);
  if (edition === undefined || shownDigest === undefined || !kind) return;
  const evidence = editionEvidence(credentialSubject);
  const statement: EditionStatement = {
    contentId,
    number: edition,
    kind,
    textDigest,
    shownDigest,
    evidenceDigest: evidence === undefined ? null : await canonicalDigest(evidence),
    publishedAt: validFrom,
    previous: previous ?? null,
  };
  if ((await canonicalDigest(statement)) === editionDigest) return;
  throw new Refusal('edition_digest_wrong', 'The digest of the edition is not that of what the account says about it.');
}
