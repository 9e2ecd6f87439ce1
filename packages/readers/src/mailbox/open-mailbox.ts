import type { ImapFlow } from 'imapflow';
import { MAXIMUM_MAIL } from '../mail/scan-mail.ts';
import { loadImapflow } from './load-imapflow.ts';
import type { MailboxAddress } from './mailbox-address.ts';
import { MailboxError, mailboxError } from './mailbox-error.ts';

/** Limits of a connection; for tests. */
export interface ConnectionBounds {
  /** Milliseconds for one command, including the transfer of a mail. Default: 300,000. */
  readonly commandTimeout?: number;
  /** Milliseconds to wait for a reply of the server. Default: 60,000. */
  readonly silence?: number;
  /** Bytes of a mail. Default, and at most: 30,000,000. */
  readonly maximumBytes?: number;
  /** Certificates of additional authorities, PEM. */
  readonly ca?: string;
}

/** The folders for accepted and refused mails. */
export const PROCESSED = 'Processed';
export const REFUSED = 'Refused';

const CONNECT_MS = 30_000;
const COMMAND_MS = 300_000;
const SILENCE_MS = 60_000;
const LINE = 4_000_000;

/** An authenticated connection with the folder open. */
export class OpenMailbox {
  readonly client: ImapFlow;
  /** The maximum size of an accepted mail, in bytes. */
  readonly maximumBytes: number;
  readonly #commandTimeout: number;
  readonly #host: string;
  #ended: unknown;

  constructor(client: ImapFlow, host: string, { commandTimeout = COMMAND_MS, maximumBytes = MAXIMUM_MAIL }: ConnectionBounds) {
    this.client = client;
    this.#host = host;
    this.#commandTimeout = commandTimeout;
    this.maximumBytes = Math.min(maximumBytes, MAXIMUM_MAIL);
    // Connection errors are reported here; the current command only fails.
    client.on('error', (error) => (this.#ended ??= error));
  }

  /** Runs a command; one that takes too long ends the connection. @throws MailboxError */
  async run<T>(command: (client: ImapFlow) => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.client.close(), this.#commandTimeout);
    try {
      return await command(this.client);
    } catch (error) {
      throw mailboxError(this.#ended ?? error, this.#host);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Logs out and closes the connection; without a reply in time it is closed at once. */
  async close(grace = 2000): Promise<void> {
    const timer = setTimeout(() => this.client.close(), grace);
    await this.client.logout().catch(() => undefined);
    clearTimeout(timer);
    this.client.close();
  }
}

/**
 * Connects to a mailbox, authenticates and opens the folder.
 *
 * @param isWritten creates missing target folders
 * @throws MailboxError
 */
export async function openMailbox(
  address: MailboxAddress,
  { bounds = {}, isWritten = true, signal }: { bounds?: ConnectionBounds; isWritten?: boolean; signal?: AbortSignal } = {},
): Promise<OpenMailbox> {
  const { ImapFlow } = await loadImapflow();
  const client = new ImapFlow(optionsOf(address, bounds));
  const mailbox = new OpenMailbox(client, address.host, bounds);
  const end = (): void => client.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    signal?.throwIfAborted();
    await mailbox.run(() => client.connect());
    if (isWritten) for (const folder of [PROCESSED, REFUSED]) await makeFolder(mailbox, folder, address.host);
    const opened = await mailbox.run(() => client.mailboxOpen(address.folder).catch(undefinedIfRefused));
    if (!opened) throw new MailboxError('folder', `${address.host} has no folder ${address.folder} that can be opened.`);
    if (opened.readOnly === true)
      throw new MailboxError('read_only', `${address.host} opens the folder ${address.folder} read-only, so mails could not be moved.`);
    return mailbox;
  } catch (error) {
    client.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function optionsOf(
  { host, port, isSecure, isLocal, user, password }: MailboxAddress,
  bounds: ConnectionBounds,
): ConstructorParameters<typeof ImapFlow>[0] {
  return {
    host,
    port,
    secure: isSecure,
    // A password is never sent over an unencrypted connection.
    ...(isSecure ? {} : { doSTARTTLS: !isLocal }),
    auth: { user, pass: password },
    // Its log would contain the mail and the password.
    logger: false,
    clientInfo: { name: 'Colophon' },
    disableCompression: true,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: Math.min(CONNECT_MS, bounds.silence ?? CONNECT_MS),
    socketTimeout: bounds.silence ?? SILENCE_MS,
    // One byte more than the limit shows that there is more.
    maxLiteralSize: MAXIMUM_MAIL + 1,
    maxLineLength: LINE,
    maxResponseSize: MAXIMUM_MAIL + 1 + LINE,
    maxResponseTokens: 100_000,
    tls: { rejectUnauthorized: true, ...(bounds.ca === undefined ? {} : { ca: bounds.ca }) },
  };
}

async function makeFolder(mailbox: OpenMailbox, folder: string, host: string): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    Boolean(await mailbox.run((client) => client.status(folder, { uidNext: true }).catch(undefinedIfRefused)));
  if (await isThere()) return;
  await mailbox.run((client) => client.mailboxCreate(folder).catch(undefinedIfRefused));
  if (await isThere()) return;
  throw new MailboxError('folder', `${host} does not create the folder ${folder}, which mails are moved to.`);
}

/** The server refused the command; the connection is still usable. */
function undefinedIfRefused(error: unknown): undefined {
  const { responseStatus, code } = error as { responseStatus?: unknown; code?: unknown };
  if (responseStatus !== 'NO' && code !== 'NotFound') throw error;
}
