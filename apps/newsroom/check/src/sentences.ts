import type { AccountVerdict } from '@colophon/verify';
import type { Checked } from './check-material.ts';

/** What a reader is told: the words of the verdict, and three lists. */
export interface Told {
  /** `unchanged`: it fits its own keys, which came with it, so that anybody may have made both. */
  readonly state: 'genuine' | 'unchanged' | 'refused';
  readonly headline: string;
  /** What has to be known before the lists; empty if nothing. */
  readonly notices: readonly string[];
  readonly proved: readonly string[];
  readonly notProved: readonly string[];
  readonly unchecked: readonly string[];
}

/** Says in plain words what a check found. */
export function tell(checked: Checked): Told {
  const { verdict, page, printed } = checked;
  if (!verdict.ok || !verdict.account) return refused(`Not genuine: ${verdict.fault?.message ?? ''}`, []);
  if (page?.result === 'differs')
    return refused(
      'The page shows other words than those that were signed.',
      differences(page.near, 'Read the signed text below instead of the page.'),
    );
  if (typeof printed === 'object' && printed.result === 'differs')
    return refused(
      'The text is not the one that was signed.',
      differences(printed.near, 'Layout, captions and notes between the lines may be the reason.'),
    );
  const isOwnKeys = checked.keysFrom === 'account';
  return {
    state: isOwnKeys ? 'unchanged' : 'genuine',
    headline: isOwnKeys ? 'Unchanged since it was signed, but by whom is open' : 'Genuine: signed, and unchanged since',
    notices: noticesOf(verdict, isOwnKeys),
    proved: provedOf(checked, verdict),
    notProved: notProvedOf(checked, verdict),
    unchecked: uncheckedOf(checked, verdict),
  };
}

const NOTHING = 'Nothing is proved. Do not rely on what was checked.';

function refused(headline: string, notices: readonly string[]): Told {
  return { state: 'refused', headline, notices: [...notices, NOTHING], proved: [], notProved: [], unchecked: [] };
}

function differences(near: string | null, remedy: string): string[] {
  return [...(near === null ? [] : [`They differ near “${near}”.`]), remedy];
}

function noticesOf({ corrections, account }: AccountVerdict, isOwnKeys: boolean): string[] {
  const withdrawal = corrections.find(({ type }) => type === 'retraction');
  const isTakenBack = account?.type[1] === 'UnpublicationCredential';
  return [
    ...(withdrawal ? [`The publisher has withdrawn this piece: ${withdrawal.summary}`] : []),
    ...(isTakenBack ? ['The publisher has taken this piece down.'] : []),
    ...(isOwnKeys ? ['The keys came in the same file, so anyone could have made both. Get the keys from the publisher.'] : []),
  ];
}

function provedOf({ page, printed, text, keysFrom }: Checked, verdict: AccountVerdict): string[] {
  const { account, corrections, authors, files, logged } = verdict;
  if (!account) return [];
  const piece = account.credentialSubject;
  const signer = keysFrom === 'account' ? 'The holder of the key in the file' : hostOf(account.issuer);
  return [
    `${signer} signed this on ${dayOf(account.iat * 1000)}. Nothing has changed since.`,
    piece.id.startsWith('urn:') ? 'It is about a piece without a page of its own.' : `It is about ${piece.id}.`,
    ...(piece.edition === undefined
      ? []
      : [`It is edition ${piece.edition} of the piece${piece.previous === undefined ? '' : ', and names the one before'}.`]),
    ...(text ? ['The text is the signed text, to the letter.'] : []),
    ...(page?.result === 'same' ? ['The page shows the signed title and the signed words.'] : []),
    ...(typeof printed === 'object' && printed.result === 'same'
      ? ['The printed title and words are those that were signed, in order.']
      : []),
    ...(authors.length > 0 ? [`These authors were signed: ${authors.join(', ')}.`] : []),
    ...(files ? ['Descriptions of pictures, sources and topics are those that were signed.'] : []),
    ...(files && files.checked > 0
      ? [`${counted(files.checked, 'picture or file is', 'pictures or files are')} as signed, byte for byte.`]
      : []),
    ...(piece.transparency ? ['Facts, reviews and use of AI are as stated at publication.'] : []),
    ...(piece.assistance ?? []).map(assistanceSentence),
    ...(logged ? [`It is in the log ${logged.origin}, which has ${logged.size} entries.`] : []),
    ...corrections.map(
      ({ type, number, publishedAt, summary }) => `Signed ${type} ${number} of ${dayOf(Date.parse(publishedAt))}: ${summary}`,
    ),
  ];
}

function notProvedOf({ page, printed }: Checked, verdict: AccountVerdict): string[] {
  const { account, corrections, authors, signedAuthors, files, missingCorrections, revoked, logged } = verdict;
  const piece = account?.credentialSubject;
  return [
    ...(corrections.some(({ type }) => type === 'retraction') ? ['That the publisher still stands by it: it was withdrawn.'] : []),
    'That what it says is true.',
    'That nothing newer or corrected was published since.',
    logged?.stamp ? 'That dates before the time stamp are right.' : 'That the dates are right: the publisher’s own clock set them.',
    ...(page?.result === 'same' ? ['What else stands on the page, and how it looks.'] : []),
    ...(typeof printed === 'object' && printed.result === 'same' ? ['What else was printed, how it looks, and hyphens.'] : []),
    ...(piece?.late ? ['That it was like this when published: it was signed later.'] : []),
    ...(piece && piece.version === undefined ? ['How it was made: no review or use of AI was recorded.'] : []),
    ...(authors.length < signedAuthors
      ? [`Who wrote it, in full: ${signedAuthors - authors.length} of ${signedAuthors} names were removed.`]
      : []),
    ...(files && files.elsewhere > 0
      ? [`What ${counted(files.elsewhere, 'picture or file', 'pictures or files')} at other sites show.`]
      : []),
    ...(missingCorrections.length > 0 ? [`What correction ${missingCorrections.slice(0, 20).join(', ')} says: it is missing here.`] : []),
    ...(revoked === null ? [] : [`That it was signed before its key was revoked on ${dayOf(revoked * 1000)}.`]),
  ];
}

function uncheckedOf({ page, printed, text, keysFrom, hasProof, hasStamp }: Checked, verdict: AccountVerdict): string[] {
  const { account, files, logged } = verdict;
  const isEdition = account?.credentialSubject.edition !== undefined;
  return [
    ...(keysFrom === 'account' ? ['Whose key it is: get the keys from the publisher.'] : []),
    ...(keysFrom === 'reader' ? ['Where your file of keys came from.'] : []),
    ...(text ? [] : ['The text: it is not in the account.']),
    ...(files || !isEdition ? [] : ['Pictures, sources and topics: they are not in the account.']),
    ...(files && files.unchecked > 0
      ? [`${counted(files.unchecked, 'picture or file', 'pictures or files')}: the bytes are not here.`]
      : []),
    ...(page ? PAGE_SENTENCES[page.result] : []),
    ...(printed === 'no text' || (typeof printed === 'object' && printed.result === 'unknown')
      ? ['The printed words: compare them with the signed text below.']
      : []),
    ...(logged ? ['Whether others see the same log: no witness was asked.'] : []),
    ...(!logged && hasProof ? ['Its place in the publisher’s log: the log’s key is not here.'] : []),
    ...(!logged && !hasProof ? ['Whether it is in a log: it has no proof.'] : []),
    ...(hasStamp && !logged?.stamp ? ['Its time stamp: the command “newsroom verify --tsa-ca” checks it.'] : []),
  ];
}

const PAGE_SENTENCES: Readonly<Record<NonNullable<Checked['page']>['result'], readonly string[]>> = {
  same: [],
  differs: [],
  unknown: ['The words on the page: compare them with the signed text below.'],
  unmarked: ['The words on the page: it does not mark the signed parts.'],
  'no text': ['The words on the page: the account has no text.'],
};

function assistanceSentence(each: Readonly<Record<string, unknown>>): string {
  const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value.slice(0, 60) : otherwise);
  const { client, actingFor, approvedBy } = each;
  const person = textOf((Object(actingFor) as Readonly<Record<string, unknown>>)['name'], 'a person');
  return `The publisher states: written with ${textOf(client, 'a program')} for ${person}${typeof approvedBy === 'string' ? `, approved by ${textOf(approvedBy, '')}` : ''}.`;
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer;
}

function dayOf(time: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
