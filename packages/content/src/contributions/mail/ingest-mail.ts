import { ColophonError, ConflictError, type Database } from '@colophon/core';
import { asApplication, type ContributionCollection } from '../record/contribution-record.ts';
import type { NewContribution } from '../submission/submit.ts';
import { normalAddress } from '../people/email-address.ts';
import { type InboundMessage, type InboundSender, type InboundMailSettings, requireInboundMail } from './inbound-mail-settings.ts';
import { chargeRefused, type MailRoute, mayBeTriedAgain, reserveArrival, reserveSender } from './mail-allowances.ts';
import { mailKey, sha256 } from './mail-keys.ts';
import { authOf, findEarlier, finish, type Ingestion, once } from './mail-record.ts';
import type { MailIngested, RawMail } from './raw-mail.ts';
import { findByToken, findRecipient } from './recipients.ts';
import { ProofUsedError, takeLetter } from './take-letter.ts';

export type { MailIngested, RawMail } from './raw-mail.ts';

/**
 * Ingests a mail: a new contribution, a revision of the one it replies to, or nothing, once however often it is delivered.
 * Ignored mails, which programs sent, are to be acknowledged; of a refused one nothing is kept, so its sender has to be told.
 *
 * @throws ColophonError if it cannot be ingested now: 429 if a limit is exceeded, 5xx for internal errors. Nothing is stored then.
 */
export async function ingestMail(given: ContributionCollection<NewContribution>, mail: RawMail): Promise<MailIngested> {
  const contributions = asApplication(given);
  const { database, call } = contributions;
  const recipient = await findRecipient(database, mail.recipient);
  if (!recipient) return { outcome: 'refused', reason: 'unknown_recipient', contributionId: null };
  const settings = requireInboundMail(database);
  const route: MailRoute = { tenantId: recipient.tenantId, remoteAddress: mail.remoteAddress };
  await reserveArrival(database, route, mail.bytes.byteLength, call.now());
  // The part after a plus sign counts only if it is a known token: otherwise one mail could be sent to any number of such addresses.
  const answers = recipient.token === null ? undefined : await findByToken(database, recipient.token, recipient.tenantId);
  const base: Ingestion = { database, contributions, mail, recipient, call, answers, key: '', idHash: null, auth: {} };
  const message = await read(base, settings);
  if (!('from' in message)) {
    await chargeRefused(database, route, call.now());
    const key = mailKey(database, 'mail', sha256(mail.bytes), recipient.address, answers ?? '');
    return once({ ...base, key }, () => refuse({ ...base, key }, message.refused));
  }
  return judge({ ...base, idHash: message.messageId === null ? null : mailKey(database, 'id', message.messageId) }, message, route);
}

/** Reads the mail. One that cannot be read is stored unread, unless its sender learns of the refusal; returns why it is refused. */
async function read(ingestion: Ingestion, settings: InboundMailSettings): Promise<InboundMessage | { refused: string }> {
  const { database, mail, call } = ingestion;
  try {
    return await settings.read(mail.bytes);
  } catch (error) {
    if (isReadingEnded(error)) {
      // The cause may be the mail or the load of the machine: it is retried, and stored unread after the last attempt.
      if (await mayBeTriedAgain(database, mailKey(database, 'unread', sha256(mail.bytes)), call.now())) throw error;
      return readAsFile(ingestion, settings, 'too_complex');
    }
    if (!isOfTheMail(error)) throw error;
    return mail.mayRefuse ? { refused: error.code } : readAsFile(ingestion, settings, error.code);
  }
}

/** Returns the message that consists of the mail as a file, or why it is refused: if it has no address at all. */
async function readAsFile(
  { mail }: Ingestion,
  { unread }: InboundMailSettings,
  refused: string,
): Promise<InboundMessage | { refused: string }> {
  if (!unread) return { refused };
  try {
    return await unread(mail.bytes, mail.envelopeFrom);
  } catch (error) {
    if (isOfTheMail(error)) return { refused: error.code };
    throw error;
  }
}

/** Classifies a mail that was read: whether it is a contribution, and from whom. */
async function judge(base: Ingestion, message: InboundMessage, route: MailRoute): Promise<MailIngested> {
  const { database, mail, recipient, call } = base;
  const keyed = (proof: 'dmarc' | 'none'): string =>
    mailKey(database, 'mail', message.contentHash, message.from.address, proof, recipient.address, base.answers ?? '');
  const unproved = { ...base, key: keyed('none') };
  const address = addressOrNull(message.from.address);
  const isOwn = await isOwnDomain(database, message.from.address);
  const settings = requireInboundMail(database);
  const ignored = settings.ignoredBecause(message, { envelopeFrom: mail.envelopeFrom, isOwnAddress: () => isOwn });
  if (ignored !== null) return once(unproved, () => finish(unproved, { outcome: 'ignored', reason: ignored, contributionId: null }));
  if (recipient.type.openTo === 'members') return once(unproved, () => refuse(unproved, 'members_only'));
  if (address === null) return once(unproved, () => refuse(unproved, 'no_sender'));
  const sender = await verify(base, settings, message);
  // The sender is parsed by two readers; if they disagree, nothing is proved.
  const proof = sender.address === message.from.address && message.messageId !== null ? sender.proof : 'none';
  const proved: Ingestion = { ...base, key: keyed(proof), auth: authOf({ ...sender, proof }) };
  const earlier = await findEarlier(proved);
  if (earlier) return earlier;
  await reserveSender(database, route, { address, proof }, call.now());
  const take = (ingestion: Ingestion, by: 'dmarc' | 'none'): Promise<MailIngested> =>
    once(ingestion, () => takeOrRefuse(ingestion, message, { address, proof: by, dmarc: sender.dmarc }));
  try {
    return await take(proved, proof);
  } catch (error) {
    if (!(error instanceof ProofUsedError)) throw error;
    // The same mail was ingested concurrently, or its id was used for another address of the tenant.
    const first = await findEarlier(proved);
    if (first) return first;
    return take({ ...unproved, auth: authOf({ ...sender, proof: 'none', reason: 'already_used' }) }, 'none');
  }
}

async function verify(
  { database, mail, recipient, call }: Ingestion,
  settings: InboundMailSettings,
  message: InboundMessage,
): Promise<InboundSender> {
  try {
    return await settings.verify({
      mail: mail.bytes,
      recipient: recipient.address,
      ...(mail.remoteAddress === undefined ? {} : { remoteAddress: mail.remoteAddress }),
      ...(mail.helo === undefined ? {} : { helo: mail.helo }),
      ...(mail.envelopeFrom === null ? {} : { envelopeFrom: mail.envelopeFrom }),
      ...(mail.byRelay && settings.relay ? { relay: settings.relay } : {}),
    });
  } catch (error) {
    const isLast =
      isReadingEnded(error) && !(await mayBeTriedAgain(database, mailKey(database, 'unread', message.contentHash), call.now()));
    // Headers that only the verifier cannot read prove nothing.
    if (!isLast && !isOfTheMail(error)) throw error;
    return { proof: 'none', reason: 'not_verified', address: message.from.address, spf: 'none', dkim: [], dmarc: 'none', by: 'self' };
  }
}

/** Refusals by the rules of a type or a length limit are outcomes; internal errors are not. The mail is stored unread if it can be. */
async function takeOrRefuse(
  ingestion: Ingestion,
  message: InboundMessage,
  sender: Parameters<typeof takeLetter>[2],
): Promise<MailIngested> {
  try {
    return await takeLetter(ingestion, message, sender);
  } catch (error) {
    if (!isOfTheMail(error) || error instanceof ConflictError) throw error;
    const isFile = message.warnings.includes('not_read');
    const file =
      ingestion.mail.mayRefuse || isFile
        ? { refused: error.code }
        : await readAsFile(ingestion, requireInboundMail(ingestion.contributions.database), error.code);
    return 'from' in file ? takeOrRefuse(ingestion, file, sender) : refuse(ingestion, file.refused);
  }
}

function refuse(ingestion: Ingestion, reason: string): Promise<MailIngested> {
  return finish(ingestion, { outcome: 'refused', reason, contributionId: null });
}

function isReadingEnded(error: unknown): boolean {
  return error instanceof ColophonError && error.code === 'reading_ended';
}

function isOfTheMail(error: unknown): error is ColophonError {
  return error instanceof ColophonError && error.status < 500 && error.status !== 429;
}

/** Whether mail to the domain of an address is received here: our own mail must not be sent there. */
async function isOwnDomain(database: Database, address: string): Promise<boolean> {
  const settings = requireInboundMail(database);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domain === settings.domain.toLowerCase() || (await settings.tenantOfDomain?.(domain)) !== undefined;
}

function addressOrNull(given: string): string | null {
  try {
    return normalAddress(given);
  } catch {
    return null;
  }
}
