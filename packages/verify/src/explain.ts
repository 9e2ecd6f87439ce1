import type { AccountCredential, Shown, SignedCorrection } from '@colophon/contract';
import type { DisclosedAuthors } from './read-disclosures.ts';
import type { LoggedPlace, SignedFiles } from './verdict.ts';

/** The verified parts. */
export interface VerifiedParts {
  readonly account: AccountCredential;
  readonly kid: string;
  /** Since when the key is revoked; null if it is not. */
  readonly revoked: number | null;
  readonly corrections: readonly SignedCorrection[];
  readonly missingCorrections: readonly number[];
  readonly hasText: boolean;
  /** What was shown with the text; undefined if it is not in the file. */
  readonly shown: Shown | undefined;
  /** The authors; undefined if the account has no digests of their names. */
  readonly authors: DisclosedAuthors | undefined;
  /** Its pictures and files; null if what was shown is not in the file. */
  readonly files: SignedFiles | null;
  /** Where it is in the publisher's log; null if that was not proved. */
  readonly logged: LoggedPlace | null;
  /** Whether the file has a proof of the log, checked or not. */
  readonly hasProof: boolean;
}

/** The statement if there is a fault. */
export const NOTHING_PROVED: readonly string[] = ['Nothing is proved about this piece: do not rely on what was verified.'];

const KINDS = {
  PublicationCredential: 'publication',
  CorrectionCredential: 'correction',
  WithholdingCredential: 'publication from which something was withheld',
  UnpublicationCredential: 'withdrawal from publication',
} as const;

/** Returns what a genuine account proves, in plain sentences. */
export function provedOf({ account, kid, corrections, hasText, shown, authors, files, logged }: VerifiedParts): string[] {
  const { credentialSubject: piece, issuer, iat, type, validFrom } = account;
  const state = [
    ...(piece.edition === undefined ? [] : [`edition ${piece.edition}`]),
    piece.version === undefined ? `revision ${piece.revision}` : `version ${piece.version}`,
  ].join(', ');
  return [
    `${issuer} signed this account on ${new Date(iat * 1000).toISOString()} with the key ${kid}, and it has not been changed since.`,
    `It is the account of a ${KINDS[type[1]]} of ${placeOf(piece)} (record ${piece.contentId}, ${state}), dated ${validFrom}.`,
    ...(hasText ? [`The text is exactly the one that was signed: ${piece.textDigest}.`] : []),
    ...(authors && authors.names.length > 0 ? [`The authors are those that were signed: ${authors.names.join(', ')}.`] : []),
    ...(shown ? [shownSentence(shown)] : []),
    ...(files && files.checked > 0 ? [`${counted(files.checked, 'file')} that you have: byte for byte those that were signed.`] : []),
    ...(piece.previous === undefined ? [] : [`It follows the edition ${piece.previous}, and no other.`]),
    ...(piece.transparency
      ? ['The statements about facts, sources, reviews and the use of AI are those that the publisher made at publication.']
      : []),
    ...(piece.assistance ? piece.assistance.map(assistanceSentence) : []),
    ...(logged ? loggedSentences(logged) : []),
    ...corrections.map((each) => `${nameOf(each)} ${each.number} was issued on ${each.publishedAt}: ${each.summary}`),
  ];
}

/** Returns what it does not prove. */
export function notProvedOf(parts: VerifiedParts): string[] {
  const { account, missingCorrections, corrections, hasText, shown, authors, revoked } = parts;
  const piece = account.credentialSubject;
  const isWithdrawn = corrections.some((each) => each.type === 'retraction');
  const isEdition = piece.edition !== undefined;
  const { unchecked, elsewhere } = parts.files ?? { unchecked: 0, elsewhere: 0 };
  return [
    ...(isWithdrawn ? ['The publisher has withdrawn this piece: its text is genuine, but the publisher no longer stands by it.'] : []),
    ...(piece.late
      ? ['That it was recorded like this when it was published: it was signed later, by a command, from what was stored then.']
      : []),
    ...(piece.version === undefined ? ['How the piece was made: no review or transparency was recorded for this publication.'] : []),
    'That the statements of the piece are true: only that the publisher made them.',
    ...(authors && authors.names.length < authors.signed ? [notDisclosed(authors)] : []),
    ...(hasText ? [] : ['The text: it was not provided.']),
    ...(shown || !isEdition ? [] : ['Pictures, sources and tags: they were not provided.']),
    ...(isEdition ? [] : ['Pictures, files and the names of tags: this account is from before they were signed.']),
    ...(unchecked > 0 ? [`The bytes of ${counted(unchecked, 'picture or file', 'pictures and files')}: they were not provided.`] : []),
    ...(elsewhere > 0
      ? [`What ${counted(elsewhere, 'picture or file', 'pictures and files')} at other sites show: only their addresses.`]
      : []),
    ...(missingCorrections.length > 0
      ? [`The content of correction ${missingCorrections.slice(0, 20).join(', ')}: issued, but not included.`]
      : []),
    'That there is no later publication or correction: request the latest account from the publisher.',
    ...(revoked === null
      ? []
      : [
          `That it was signed before the key was revoked (${new Date(revoked * 1000).toISOString()}): whoever stole the key can date a signature back, so compare it with a copy from before.`,
        ]),
    ...notLogged(parts),
    "That the keys are the publisher's: get them from the publisher, over HTTPS.",
  ];
}

function loggedSentences({ origin, index, size, witnesses, stamp }: LoggedPlace): string[] {
  const cosigned = witnesses.map(({ name, time }) => (time === null ? name : `${name} on ${new Date(time * 1000).toISOString()}`));
  return [
    `It is entry ${index} of the log ${origin}, whose signed head covers ${size} entries: nobody can change, remove or backdate it unseen by those who hold a head or a copy of the log.`,
    ...(cosigned.length > 0 ? [`That head was cosigned by ${cosigned.join(', ')}: these witnesses sign no second past.`] : []),
    ...(stamp ? [`It existed on ${stamp.time}, says ${stamp.by}.`] : []),
  ];
}

/** What a log, witnesses and a time stamp would prove, as far as they do not. */
function notLogged({ logged, hasProof }: VerifiedParts): string[] {
  const dates = logged?.stamp
    ? ["That the dates before the time stamp are right: they come from the publisher's clock."]
    : ["That the dates are right: they come from the publisher's clock."];
  if (logged && logged.witnesses.length > 0) return dates;
  if (logged) return ['That the publisher shows everybody the same log: no witness of yours has cosigned it.', ...dates];
  return [
    hasProof
      ? "That it is in the publisher's log: the key of the log was not provided."
      : "That it is in the publisher's log: it has no proof. A publication gets one within seconds, where there is a log.",
    ...dates,
  ];
}

function shownSentence({ pictures, files, facts, references, tags, withheld }: Shown): string {
  const parts = [
    counted(pictures.length, 'picture'),
    counted(files.length, 'file'),
    counted(facts.length, 'fact'),
    counted(references.length, 'reference'),
    counted(tags.length, 'tag'),
  ];
  const gone =
    withheld.length === 0
      ? ''
      : ` ${counted(withheld.length, 'thing')} withheld from readers: ${withheld.map(({ kind, code }) => `${kind} (${code})`).join(', ')}.`;
  return `What was shown with the text is exactly what was signed: ${parts.join(', ')}, with their descriptions, credits and rights.${gone}`;
}

function notDisclosed({ names, signed }: DisclosedAuthors): string {
  const missing = signed - names.length;
  return `Who wrote it, in full: ${missing} of ${counted(signed, 'author')} ${missing === 1 ? 'is' : 'are'} no longer disclosed.`;
}

/** Written through a program: who it acted for, and who approved it. Only members that are texts are told. */
function assistanceSentence(each: Readonly<Record<string, unknown>>): string {
  const { client, actingFor, approvedBy } = each;
  const person = typeof actingFor === 'object' && actingFor !== null ? (actingFor as Readonly<Record<string, unknown>>)['name'] : undefined;
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value.slice(0, 60) : otherwise);
  const approval = typeof approvedBy === 'string' ? `, approved by ${text(approvedBy, '')}` : '';
  return `The publisher states that it was written through ${text(client, 'a program')} acting for ${text(person, 'a person')}${approval}.`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function nameOf({ type }: SignedCorrection): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

/** A piece without a page of its own is identified by its id. */
function placeOf({ id }: AccountCredential['credentialSubject']): string {
  return id.startsWith('urn:') ? 'a piece without a page of its own' : id;
}
