import { MailboxError } from './mailbox-error.ts';
import { type OpenMailbox, PROCESSED, REFUSED } from './open-mailbox.ts';
import { routeOf } from './route-mail.ts';

/** A raw mail from a mailbox, with its route. */
export interface MailboxMail {
  readonly bytes: Uint8Array;
  /** Its domain in ASCII and lower case. */
  readonly recipient: string;
  /** Empty for mail that must not be answered; null if unknown. */
  readonly envelopeFrom: string | null;
}

/** The handlers for the mails of a mailbox. */
export interface MailTaking {
  /** Whether mail to this address is accepted. */
  readonly isRecipient: (address: string) => boolean | Promise<boolean>;
  /** Delivers a mail. It is moved when this resolves, depending on the result; when it rejects, it is retried later. */
  readonly deliver: (mail: MailboxMail) => Promise<'processed' | 'refused'>;
  /** Called with errors that keep a mail in the folder. */
  readonly onError: (error: unknown) => void;
  /** Whether to continue; checked before each mail. */
  readonly goesOn: () => Promise<boolean>;
  /** Milliseconds until a mail that failed twice is tried again. */
  readonly retryAfter: number;
}

/** State of mails that are still in the folder: their target folder, or their attempts and the time of the next one. */
export type KnownMails = Map<string, { readonly folder: string } | { readonly tries: number; readonly notBefore: number }>;

const FAULTS_IN_A_ROW = 3;

/**
 * Delivers the mails of the open folder, oldest first, and moves each to its target folder. A mail that was delivered but could not be
 * moved is not delivered again: it is moved the next time. A mail that cannot be delivered does not block the others.
 *
 * @throws MailboxError if the connection ended
 */
export async function takeMails(mailbox: OpenMailbox, known: KnownMails, taking: MailTaking): Promise<void> {
  const uids = await mailbox.run((client) => client.search({ deleted: false }, { uid: true }));
  if (!uids) throw new MailboxError('connection_ended', 'The mail server does not list the mails of the folder.');
  const keyOf = (uid: number): string => `${selectedOf(mailbox).uidValidity}:${uid}`;
  const listed = new Set(uids.map(keyOf));
  for (const key of known.keys()) if (!listed.has(key)) known.delete(key);
  let faults = 0;
  for (const uid of uids.toSorted((a, b) => a - b)) {
    if (!(await taking.goesOn())) return;
    const key = keyOf(uid);
    const before = known.get(key);
    const tries = before && 'tries' in before ? before.tries : 0;
    if (before && 'tries' in before && before.notBefore > performance.now()) continue;
    try {
      let folder = before && 'folder' in before ? before.folder : undefined;
      if (folder === undefined) {
        // Recorded before the attempt: a mail that breaks the connection each time must not block all others.
        known.set(key, { tries: tries + 1, notBefore: tries === 0 ? 0 : performance.now() + taking.retryAfter });
        folder = await takeMail(mailbox, uid, taking);
      }
      if (folder !== undefined) {
        known.set(key, { folder });
        await move(mailbox, uid, folder);
      }
      known.delete(key);
      faults = 0;
    } catch (error) {
      if (!mailbox.client.usable) throw error;
      taking.onError(error);
      if (isToComeLater(error) || (faults += 1) >= FAULTS_IN_A_ROW) return;
    }
  }
}

/** Returns the target folder of a mail; undefined if the mail is gone. */
async function takeMail(mailbox: OpenMailbox, uid: number, { isRecipient, deliver }: MailTaking): Promise<string | undefined> {
  const listed = await mailbox.run((client) => client.fetchOne(String(uid), { uid: true, size: true }, { uid: true }));
  if (!listed) return undefined;
  if ((listed.size ?? 0) > mailbox.maximumBytes) return REFUSED;
  const bytes = await sourceOf(mailbox, uid);
  if (!bytes) throw new MailboxError('connection_ended', 'The mail server lists a mail but does not return it.');
  if (bytes.length > mailbox.maximumBytes) return REFUSED;
  const { recipients, envelopeFrom } = routeOf(bytes);
  for (const recipient of recipients)
    if (await isRecipient(recipient)) return (await deliver({ bytes, recipient, envelopeFrom })) === 'processed' ? PROCESSED : REFUSED;
  return REFUSED;
}

/** Fetches the bytes of one mail; other mails in the response are dropped as they arrive. */
function sourceOf(mailbox: OpenMailbox, uid: number): Promise<Uint8Array | undefined> {
  return mailbox.run(async (client) => {
    const query = { uid: true, source: { start: 0, maxLength: mailbox.maximumBytes + 1 } };
    let source: Uint8Array | undefined;
    for await (const message of client.fetch(String(uid), query, { uid: true })) if (message.uid === uid) source ??= message.source;
    return source;
  });
}

async function move(mailbox: OpenMailbox, uid: number, folder: string): Promise<void> {
  if (await mailbox.run((client) => client.messageMove(String(uid), folder, { uid: true }))) return;
  throw new MailboxError(
    'not_moved',
    `A mail was delivered but cannot be moved to ${folder}; it stays in place and is not delivered again.`,
  );
}

function selectedOf({ client }: OpenMailbox): { readonly uidValidity: bigint } {
  if (client.mailbox === false) throw new MailboxError('connection_ended', 'The mail server closed the folder.');
  return client.mailbox;
}

/** Whether the sender's allowance is used up: the following mails would be rejected too. */
function isToComeLater(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 429;
}
