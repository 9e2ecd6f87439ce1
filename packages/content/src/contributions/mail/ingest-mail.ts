import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Call, ColophonError, ConflictError, type Database, type JsonObject, makeCall, SYSTEM, where } from '@colophon/core';
import { receiveFile } from '@colophon/core/files';
import { type Allowance, reserveAttempt } from '@colophon/core/throttle';
import { assetFiles, keepsFiles, receiveOptions } from '../../assets/asset-files.ts';
import { htmlToMarkdown } from '../../rendering/html-to-markdown.ts';
import type { ContentContribution } from '../content-contribution.ts';
import type { ContentContributions } from '../content-contributions.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';
import { LONGEST_TEXT, type WebSubmission } from '../inputs.ts';
import type { MailSign } from '../intake/intake-package.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { normalAddress } from '../people/email-address.ts';
import { faultOfPrintedName } from '../people/printed-name.ts';
import { reviseContribution } from '../revise.ts';
import { submitContribution } from '../submit.ts';
import { type InboundMessage, inboundMailSettings, type InboundSender, requireInboundMail } from './configure-inbound-mail.ts';
import { ContentInboundMails, type InboundOutcome } from './content-inbound-mail.ts';
import { contributionOfMessageId } from './message-ids.ts';
import { findByToken, findRecipient, type Recipient } from './recipients.ts';

/** A mail as it came in, whichever way. */
export interface RawMail {
  readonly bytes: Uint8Array;
  readonly recipient: string;
  /** As in `MAIL FROM`, empty for what must not be answered; null where nobody knows it. */
  readonly envelopeFrom: string | null;
  /** Who handed it in, as a listener of our own saw it. */
  readonly remoteAddress?: string | undefined;
  readonly helo?: string | undefined;
  /** It came by a way that only our own relay has: its Authentication-Results are believed. */
  readonly byRelay?: boolean | undefined;
}

/** What became of a mail. */
export interface MailIngested {
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
  readonly contributionId: string | null;
}

const OF_SENDER: Allowance = { attempts: 20, windowMs: 3_600_000 };
const MOST_FILES = 50;

/**
 * Takes a mail in: a new contribution, the revision of one that it answers, or nothing, once however often it comes. What is
 * ignored or refused is told as taken, so that nobody is sent a bounce.
 *
 * @throws ColophonError when it cannot be taken now: 429 for a sender of too many, 5xx for what is ours. Nothing is left of it.
 */
export async function ingestMail(given: ContentContributions, mail: RawMail): Promise<MailIngested> {
  const { database } = given;
  const call = makeCall({ ...given.call, caller: SYSTEM });
  const Class = given.constructor as new (database: Database, call: Call) => ContentContributions;
  const contributions = new Class(database, call);
  const recipient = await findRecipient(database, mail.recipient);
  if (!recipient) return { outcome: 'refused', reason: 'unknown_recipient', contributionId: null };
  const settings = requireInboundMail();
  const ingestion: Ingestion = { database, contributions, mail, recipient, call, key: hashOf(mail.bytes), idHash: null, auth: {} };
  let message: InboundMessage;
  try {
    message = await settings.read(mail.bytes);
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500 || error.status === 429) throw error;
    return once(ingestion, () => finish(ingestion, { outcome: 'refused', reason: error.code, contributionId: null }));
  }
  if (message.messageId !== null) {
    ingestion.idHash = hashOf(message.messageId);
    ingestion.key = hashOf(`${message.messageId}\n${recipient.address}+${recipient.token ?? ''}`);
  }
  return once(ingestion, () => take(ingestion, message));
}

interface Ingestion {
  readonly database: Database;
  /** As the application itself sees them. */
  readonly contributions: ContentContributions;
  readonly mail: RawMail;
  readonly recipient: Recipient;
  readonly call: Call;
  key: string;
  idHash: string | null;
  auth: JsonObject;
}

/** What was made of the same mail before is the answer; of several at once one is taken. */
async function once(ingestion: Ingestion, work: () => Promise<MailIngested>): Promise<MailIngested> {
  const earlier = await findEarlier(ingestion);
  if (earlier) return earlier;
  try {
    return await work();
  } catch (error) {
    const first = error instanceof ConflictError ? await findEarlier(ingestion) : undefined;
    if (first) return first;
    throw error;
  }
}

async function findEarlier({ database, recipient: { tenantId }, key }: Ingestion): Promise<MailIngested | undefined> {
  const filters = [where('messageKey', 'eq', key), where('tenantId', tenantId === null ? 'null' : 'eq', tenantId ?? true)];
  const found = await new ContentInboundMails(database).findMatching({ kind: 'all', filters });
  return found && { outcome: found.outcome as InboundOutcome, reason: found.reason, contributionId: found.contributionId };
}

async function finish(ingestion: Ingestion, ingested: MailIngested): Promise<MailIngested> {
  const { database, recipient, call, key, idHash, auth } = ingestion;
  await new ContentInboundMails(database, call).add({
    messageKey: key,
    messageIdHash: idHash,
    tenantId: recipient.tenantId,
    recipient: recipient.address,
    outcome: ingested.outcome,
    reason: ingested.reason,
    contributionId: ingested.contributionId,
    auth,
    receivedAt: call.now().toISOString(),
  });
  return ingested;
}

async function take(ingestion: Ingestion, message: InboundMessage): Promise<MailIngested> {
  const { database, mail, recipient, call } = ingestion;
  const settings = requireInboundMail();
  const isOwnAddress = (address: string): boolean => address.toLowerCase().endsWith(`@${inboundMailSettings()?.domain.toLowerCase()}`);
  const ignored = settings.ignoredBecause(message, { envelopeFrom: mail.envelopeFrom, isOwnAddress });
  if (ignored !== null) return finish(ingestion, { outcome: 'ignored', reason: ignored, contributionId: null });
  if (recipient.type.openTo === 'members') return finish(ingestion, { outcome: 'refused', reason: 'members_only', contributionId: null });
  const address = addressOrNull(message.from.address);
  if (address === null) return finish(ingestion, { outcome: 'refused', reason: 'no_sender', contributionId: null });
  await reserveAttempt(database, `mail-from:${hashOf(address)}`, OF_SENDER, call.now());
  const sender = await settings.verify({
    mail: mail.bytes,
    ...(mail.remoteAddress === undefined ? {} : { remoteAddress: mail.remoteAddress }),
    ...(mail.helo === undefined ? {} : { helo: mail.helo }),
    ...(mail.envelopeFrom === null ? {} : { envelopeFrom: mail.envelopeFrom }),
    ...(mail.byRelay && settings.relay ? { relay: settings.relay } : {}),
  });
  ingestion.auth = authOf(sender);
  // Two readers read the sender; where they do not agree nothing is proved.
  const proof = sender.address === message.from.address ? sender.proof : 'none';
  const { received, discard } = await receiveAttachments(message);
  try {
    const thread = await findThread(ingestion, message, { address, proof });
    const letter: Letter = { message, address, proof, dmarc: sender.dmarc, received, text: await textOf(message) };
    if (thread?.revises) return await revise(ingestion, thread.revises, letter);
    return await submit(ingestion, letter, thread, recipient);
  } finally {
    await discard();
  }
}

interface Letter {
  readonly message: InboundMessage;
  readonly address: string;
  readonly proof: 'dmarc' | 'none';
  readonly dmarc: string;
  readonly received: readonly ReceivedAttachment[];
  readonly text: { readonly body: string; readonly bodyFormat: 'text' | 'markdown' };
}

/** What a mail answers. */
interface Thread {
  /** The contribution that it is a revision of. */
  readonly revises?: ContentContribution;
  readonly relatedTo: string;
  /** Nothing proves that the contributor of the other sent it. */
  readonly isUnproved: boolean;
}

/** What a mail answers, by the token in its recipient or by mails that we hold; a subject joins nothing. */
async function findThread(
  { database, contributions, recipient }: Ingestion,
  message: InboundMessage,
  sender: { address: string; proof: 'dmarc' | 'none' },
): Promise<Thread | undefined> {
  const byToken = recipient.token === null ? undefined : await findByToken(database, recipient.token, recipient.tenantId);
  const id = byToken ?? (await findByReferences(database, message, recipient.tenantId));
  const contribution = id === undefined ? undefined : await contributions.get(id);
  if (!contribution) return undefined;
  const contributor = await new ContentContributors(database).get(contribution.contributorId);
  const isSame = contributor?.erasedAt === null && contributor.email === sender.address;
  const isProved = byToken !== undefined && isSame && sender.proof === 'dmarc';
  const takesRevision = ['submitted', 'quarantined', 'needs_changes'].includes(contribution.status);
  return { relatedTo: contribution.id, isUnproved: !isProved, ...(isProved && takesRevision ? { revises: contribution } : {}) };
}

/** By mails that we sent, and by those that we hold. */
async function findByReferences(database: Database, message: InboundMessage, tenantId: string | null): Promise<string | undefined> {
  const given = [...message.inReplyTo, ...message.references].slice(0, 50);
  if (given.length === 0) return undefined;
  const sent = given.flatMap((id) => contributionOfMessageId(id) ?? []).at(-1);
  if (sent !== undefined && (await isOfTenant(database, sent, tenantId))) return sent;
  const ids = given.map(hashOf);
  const query = database.dialect.builder
    .selectFrom('content_inbound_mails')
    .select('contributionId')
    .where('messageIdHash', 'in', ids)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('contributionId', 'is not', null)
    .orderBy('receivedAt', 'desc')
    .limit(1);
  const row = await database.first(query.compile());
  return row && String(row['contributionId']);
}

async function isOfTenant(database: Database, id: string, tenantId: string | null): Promise<boolean> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select('id')
    .where('id', '=', id)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  return (await database.first(query.compile())) !== undefined;
}

async function revise(ingestion: Ingestion, contribution: ContentContribution, { text, received }: Letter): Promise<MailIngested> {
  let ingested: MailIngested | undefined;
  await reviseContribution(contribution, { ...text }, ingestion.call, {
    received,
    senderProof: 'dmarc',
    by: 'contributor',
    write: async ({ id }) => {
      ingested = await finish(ingestion, { outcome: 'revision', reason: null, contributionId: id });
    },
  });
  return ingested as MailIngested;
}

async function submit(ingestion: Ingestion, letter: Letter, thread: Thread | undefined, recipient: Recipient): Promise<MailIngested> {
  const { message, address, proof, dmarc, received, text } = letter;
  const { tenantId, type } = recipient;
  const name = message.from.name?.trim().slice(0, 200) || null;
  const input: WebSubmission = { typeKey: type.key, title: message.subject?.slice(0, 1000) ?? null, ...text, tenantId };
  let ingested: MailIngested | undefined;
  await submitContribution(ingestion.contributions, input, {
    received,
    reserved: true,
    ...(thread ? { relatedTo: thread.relatedTo } : {}),
    sender: { address, name: name !== null && faultOfPrintedName(name) === undefined ? name : null, proof, userId: null, tenantId },
    mail: {
      dmarcFailed: dmarc === 'fail',
      signs: signsOf(message, thread?.isUnproved ?? false),
      write: async ({ id }) => {
        ingested = await finish(ingestion, { outcome: 'contribution', reason: null, contributionId: id });
      },
    },
  });
  return ingested as MailIngested;
}

function signsOf({ warnings }: InboundMessage, isUnprovedReply: boolean): MailSign[] {
  const said = warnings.map((each): MailSign => (each === 'encrypted' ? 'mail_encrypted' : each));
  return isUnprovedReply ? [...said, 'reply_unproved'] : said;
}

/** The plain text, else the HTML cleaned and made into Markdown. */
async function textOf({ text, html }: InboundMessage): Promise<Letter['text']> {
  const isPlain = text !== null || html === null;
  const body = isPlain ? (text ?? '') : await htmlToMarkdown(html);
  return { body: body.slice(0, LONGEST_TEXT).replaceAll('\0', '').toWellFormed(), bodyFormat: isPlain ? 'text' : 'markdown' };
}

async function receiveAttachments({
  attachments,
}: InboundMessage): Promise<{ received: ReceivedAttachment[]; discard: () => Promise<void> }> {
  const received: ReceivedAttachment[] = [];
  const discard = async (): Promise<void> => {
    for (const { file } of received) await file.discard();
  };
  if (!keepsFiles()) return { received, discard };
  try {
    for (const [index, { filename, mimeType, bytes, isInline }] of attachments.slice(0, MOST_FILES + 1).entries()) {
      if (bytes.byteLength === 0) continue;
      const file = await receiveFile(Readable.from([bytes]), receiveOptions(assetFiles()));
      received.push({ file, filename: filename ?? `attachment-${index + 1}`, declaredMimeType: mimeType, inline: isInline });
    }
    return { received, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function addressOrNull(given: string): string | null {
  try {
    return normalAddress(given);
  } catch {
    return null;
  }
}

/** Results alone: the address of the sender stands with the contributor, and goes with them. */
function authOf({ proof, spf, dkim, dmarc, by }: InboundSender): JsonObject {
  return { proof, spf, dmarc, by, dkim: dkim.slice(0, 20).map(({ domain, result, isAligned }) => ({ domain, result, isAligned })) };
}

function hashOf(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}
