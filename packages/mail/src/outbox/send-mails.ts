import { createHash } from 'node:crypto';
import type { Database, Lane } from '@colophon/core';
import { reserveAttempt, returnAttempt, TooManyAttemptsError } from '@colophon/core/throttle';
import { mailSecretOf } from '../suppression/mail-secret.ts';
import { mailKind } from '../kinds/mail-kinds.ts';
import type { MailContext, MailKind, MailNotice, MailRecipient } from '../kinds/mail-kind.ts';
import { domainOf, type Mailbox, readAddress } from '../message/address.ts';
import { cleanLine } from '../message/clean-text.ts';
import type { MailContent } from '../message/mail-content.ts';
import { renderMail } from '../message/render-mail.ts';
import { frequencyFor, userIdOf } from '../settings/notification-setting.ts';
import { MailRefusedError, type MailTransport, type OutgoingMessage } from '../transport/mail-transport.ts';
import { unsubscribeUrl } from '../suppression/unsubscribe-token.ts';
import { nextAttempt } from './back-off.ts';
import { type ClaimedMail, claimMails } from './claim-mails.ts';
import { mailLane } from './mail-lane.ts';
import { type Settlement, settleMails } from './settle-mails.ts';
import { suppressedBecause, suppressRefused } from '../suppression/suppression.ts';

/** A site in whose name mail is sent. */
export interface MailSite {
  readonly name: string;
}

export interface SendOptions {
  readonly transport: MailTransport;
  readonly from: Mailbox;
  /** The public address of the application, such as `https://news.example`. */
  readonly baseUrl: string;
  /** Returns the name and address of a tenant's site. */
  readonly siteOf: (tenantId: string | null, context: MailContext) => Promise<MailSite>;
  /** Called with errors of a mail; they contain no address. */
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
  /** The lane of this process, which remembers what it has seen of others. Default: a new one, which takes over nothing from lost processes. */
  readonly lane?: Lane;
  /** Aborts attempts in progress; their mails wait again. */
  readonly signal?: AbortSignal;
  /** True once nothing more is to be claimed; attempts in progress continue. */
  readonly isStopping?: () => boolean;
}

/** Maximum number of concurrent sends of a process. */
const AT_ONCE = 5;
/** Shorter than a lease, so that an attempt has ended before another process starts one. */
const DEADLINE_MS = 120_000;
const HOUR_MS = 3_600_000;
const TO_UNCONFIRMED = { attempts: 1, windowMs: HOUR_MS };
const TO_ACCOUNT = { attempts: 20, windowMs: HOUR_MS };

/** The result of a round. */
export interface SendReport {
  readonly sent: number;
  /** To be retried later. */
  readonly delayed: number;
  readonly failed: number;
  readonly dropped: number;
}

/**
 * Sends due mails. Any number of processes can do so: each mail is claimed by one. A mail claimed by a process that was
 * killed is sent by another one after it was watched for five minutes; since it is unknown whether the server had accepted it, it has the
 * `Message-ID` of the first attempt, so that mail programs show it once.
 */
export async function sendDueMails(database: Database, options: SendOptions): Promise<SendReport> {
  const { signal, isStopping = () => false, now } = options;
  const lane = options.lane ?? mailLane(database, now && { clock: () => now().getTime() });
  const report = { sent: 0, delayed: 0, failed: 0, dropped: 0 };
  while (signal?.aborted !== true && !isStopping()) {
    const groups = await claimMails(database, lane, AT_ONCE);
    if (groups.length === 0) break;
    for (const each of await Promise.all(groups.map((group) => sendGroup({ database, lane }, group, options))))
      for (const name of ['sent', 'delayed', 'failed', 'dropped'] as const) report[name] += each[name];
  }
  return report;
}

/** Sends the mails of a group, after composing them. */
interface Composed {
  readonly mail: ClaimedMail;
  readonly content: MailContent;
}

async function sendGroup(
  outbox: { readonly database: Database; readonly lane: Lane },
  mails: readonly ClaimedMail[],
  options: SendOptions,
): Promise<SendReport> {
  const { database } = outbox;
  const now = options.now?.() ?? new Date();
  const context: MailContext = { database, now };
  const report = { sent: 0, delayed: 0, failed: 0, dropped: 0 };
  const settle = async (settled: readonly ClaimedMail[], name: keyof SendReport, settlement: Settlement): Promise<void> => {
    report[name] += await settleMails(outbox, settled, settlement, now);
  };
  const delay = async (delayed: readonly ClaimedMail[], reason: string): Promise<void> => {
    for (const mail of delayed) {
      const dueAt = nextAttempt(mail.attempts, now);
      await (dueAt
        ? settle([mail], 'delayed', { status: 'waiting', reason, dueAt })
        : settle([mail], 'failed', { status: 'failed', reason }));
    }
  };
  let open: readonly ClaimedMail[] = mails;
  try {
    const { recipient, composed, dropped } = await composeGroup(mails, context);
    for (const [reason, unwanted] of dropped) await settle(unwanted, 'dropped', { status: 'dropped', reason });
    open = composed.map(({ mail }) => mail);
    if (!recipient || composed.length === 0) return report;
    const reserved = await reserve(database, recipient, now);
    if (reserved instanceof Date) {
      await settle(open, 'delayed', { status: 'waiting', reason: 'too_many', dueAt: reserved, isUncounted: true });
      return report;
    }
    try {
      await deliver(await messageOf(recipient, composed, context, options), options);
    } catch (error) {
      await returnAttempt(database, reserved);
      throw error;
    }
    await settle(open, 'sent', { status: 'sent' });
  } catch (error) {
    if (options.signal?.aborted === true) {
      await settle(open, 'delayed', { status: 'waiting', reason: 'stopped', dueAt: new Date(now.getTime() + 60_000) });
    } else if (MailRefusedError.isInstance(error)) {
      const [first] = open;
      if (first) await suppressRefused(database, first.to, now);
      await settle(open, 'failed', { status: 'failed', reason: 'refused' });
    } else {
      options.onError(error);
      await delay(open, reasonOf(error));
    }
  }
  return report;
}

/** Determines the recipient, the content, and which mails are dropped and why. */
async function composeGroup(
  mails: readonly ClaimedMail[],
  context: MailContext,
): Promise<{ recipient: MailRecipient | undefined; composed: Composed[]; dropped: Map<string, ClaimedMail[]> }> {
  const dropped = new Map<string, ClaimedMail[]>();
  const composed: Composed[] = [];
  let recipient: MailRecipient | undefined;
  for (const mail of mails) {
    const outcome = await composeOne(mail, context);
    if (typeof outcome === 'string') {
      dropped.set(outcome, [...(dropped.get(outcome) ?? []), mail]);
      continue;
    }
    recipient ??= outcome.recipient;
    composed.push({ mail: { ...mail, to: outcome.recipient.address }, content: outcome.content });
  }
  return { recipient, composed, dropped };
}

/** Composes a mail, or returns the reason why it is dropped. */
async function composeOne(mail: ClaimedMail, context: MailContext): Promise<{ recipient: MailRecipient; content: MailContent } | string> {
  const { database, now } = context;
  const { tenantId, data } = mail;
  const kind: MailKind | undefined = mailKind(database, mail.kind);
  if (!kind) return 'unknown_kind';
  const recipient = await kind.check(mail.recipientKey, tenantId, context);
  if (!recipient) return 'recipient_gone';
  const address = readAddress(recipient.address);
  if (address === undefined) return 'no_address';
  if ((await frequencyFor(database, mail.recipientKey, mail.kind)) === 'off') return 'unsubscribed';
  const suppressed = await suppressedBecause(database, address, mail.kind, now);
  if (suppressed !== undefined) return suppressed;
  const { at } = data;
  const notice: MailNotice = { recipient, tenantId, data, at: typeof at === 'string' ? at : mail.createdAt, mailId: mail.id };
  const content = await kind.compose(notice, context);
  return content ? { recipient: { ...recipient, address }, content } : 'nothing_to_say';
}

/** Reserves one more mail to the address, or returns when the next one is allowed. */
async function reserve(database: Database, { address, key, isConfirmed }: MailRecipient, now: Date): Promise<string | Date> {
  const allowance = isConfirmed ? TO_ACCOUNT : TO_UNCONFIRMED;
  const subject = userIdOf(key) === undefined ? 'mail-to' : 'mail-to-account';
  try {
    return await reserveAttempt(database, `${subject}:${mailSecretOf(database).addressKey(address)}`, allowance, now);
  } catch (error) {
    if (!(error instanceof TooManyAttemptsError)) throw error;
    return new Date(now.getTime() + Number(error.headers['Retry-After'] ?? 3600) * 1000);
  }
}

async function messageOf(
  recipient: MailRecipient,
  composed: readonly Composed[],
  context: MailContext,
  { from, baseUrl, siteOf, transport }: SendOptions,
): Promise<OutgoingMessage> {
  const [first] = composed;
  if (!first) throw new TypeError('A mail must have content.');
  const site = await siteOf(first.mail.tenantId, context);
  const contents = composed.map(({ content }) => content);
  const stop = unsubscribeUrl(context.database, baseUrl, recipient, [...new Set(composed.map(({ mail }) => mail.kind))]);
  const isOne = composed.length === 1;
  const subject = isOne ? first.content.subject : `${composed.length} notifications`;
  return {
    from,
    to: recipient.address,
    subject: cleanLine(`${subject} (${cleanLine(site.name, 60)})`),
    ...renderMail(contents, { site: site.name, unsubscribeUrl: stop }),
    replyTo: isOne ? first.content.replyTo : undefined,
    messageId: (isOne ? first.content.messageId : undefined) ?? messageIdOf(composed, from),
    headers: { ...STANDARD_HEADERS, ...unsubscribeHeaders(stop, transport.signs) },
  };
}

/** RFC 3834: sent automatically, not to be answered automatically. Mail with the last of these headers is ignored when it comes back. */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
  'X-Colophon-Loop': '1',
};

/** RFC 2369 and, if the mail is signed, RFC 8058; both over HTTPS only. */
function unsubscribeHeaders(url: string, isSigned: boolean): Record<string, string> {
  if (!url.startsWith('https:')) return {};
  return { 'List-Unsubscribe': `<${url}>`, ...(isSigned ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}) };
}

/** The same for each attempt, so that a mail sent twice is shown once. */
function messageIdOf(composed: readonly Composed[], from: Mailbox): string {
  const hash = createHash('sha256')
    .update(composed.map(({ mail }) => mail.id).join(' '))
    .digest('base64url');
  return `${hash.slice(0, 32)}@${domainOf(from.address)}`;
}

async function deliver(message: OutgoingMessage, { transport, signal }: SendOptions): Promise<void> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  await transport.send(message, { signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code.toLowerCase() : 'unexpected';
}
