import { loadImapflow } from './load-imapflow.ts';
import { readMailboxAddress, type MailboxAddress } from './mailbox-address.ts';
import { type ConnectionBounds, openMailbox, type OpenMailbox } from './open-mailbox.ts';
import { type KnownMails, type MailTaking, takeMails } from './take-mails.ts';

/** Lets one of several processes read a mailbox. */
export interface MailboxTurn {
  /** Takes the turn, or extends it by a minute. Returns whether this process has it. */
  hold(): Promise<boolean>;
  /** Releases it. */
  release(): Promise<void>;
}

export interface MailboxOptions extends Pick<MailTaking, 'deliver' | 'isRecipient'>, ConnectionBounds {
  /** `imaps://user:password@host/folder`, or `imap://` for a server that makes the connection secure by STARTTLS. */
  readonly url: string;
  /** Default: only this process reads it. */
  readonly turn?: MailboxTurn;
  /** Called with errors of the mailbox, and of `deliver` and `isRecipient`. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds between two checks, in addition to notifications by the server. Default: 300,000. */
  readonly lookEvery?: number;
  /** Milliseconds until the first retry after an error, doubled each time up to `lookEvery`. Default: 5,000. */
  readonly retryAfter?: number;
}

export interface Mailbox {
  /** Ends the connection, after the current mail has been delivered and moved. */
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 300_000;
const RETRY_AFTER_MS = 5000;
/** Less than half the duration of a turn. */
const HOLD_EVERY_MS = 20_000;
const CLOSE_MS = 5000;

/**
 * Reads mails from a mailbox over IMAP: the server notifies of new ones, and is checked every few minutes as well.
 * Each is passed to `deliver` and then moved to the folder `Processed` or `Refused`. If the server is unreachable, the connection
 * is retried until `close`.
 *
 * @throws TypeError if `url` is invalid
 * @throws MailboxError `not_installed` without the package `imapflow`
 */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const address = readMailboxAddress(options.url);
  await loadImapflow();
  const reader = new MailboxReader(address, options);
  const running = reader.run();
  return {
    close: async () => {
      reader.stop();
      const timer = setTimeout(() => reader.cut(), CLOSE_MS);
      await running;
      clearTimeout(timer);
    },
  };
}

/**
 * Connects to a mailbox once, signs in and opens its folder.
 *
 * @throws MailboxError describing the fault
 */
export async function checkMailbox(url: string, bounds: ConnectionBounds = {}): Promise<void> {
  const mailbox = await openMailbox(readMailboxAddress(url), { bounds, isWritten: false });
  await mailbox.close();
}

class MailboxReader {
  readonly #address: MailboxAddress;
  readonly #options: MailboxOptions;
  readonly #known: KnownMails = new Map();
  readonly #stopping = new AbortController();
  readonly #lookEvery: number;
  #open: OpenMailbox | undefined;
  #wake: () => void = () => undefined;
  /** Whether something arrived, or the connection ended, since the last check. */
  #isAwake = false;
  #heldAt = Number.NEGATIVE_INFINITY;

  constructor(address: MailboxAddress, options: MailboxOptions) {
    this.#address = address;
    this.#options = options;
    this.#lookEvery = options.lookEvery ?? LOOK_EVERY_MS;
  }

  stop(): void {
    this.#stopping.abort();
    this.#rouse();
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#open?.client.close();
  }

  /** Reads until it is stopped. */
  async run(): Promise<void> {
    const first = this.#options.retryAfter ?? RETRY_AFTER_MS;
    let pause = first;
    while (!this.#isStopping) {
      try {
        if (await this.#hold()) await this.#readOnce(() => (pause = first));
        else await this.#sleep(Math.min(HOLD_EVERY_MS, this.#lookEvery));
      } catch (error) {
        if (!this.#isStopping) {
          this.#report(error);
          await this.#sleep(pause * (0.75 + Math.random() / 2));
          pause = Math.min(pause * 2, this.#lookEvery);
        }
      }
    }
    await this.#release();
  }

  /** Reads over one connection until it ends or another process has the turn. */
  async #readOnce(onRead: () => void): Promise<void> {
    const { signal } = this.#stopping;
    const mailbox = await openMailbox(this.#address, { bounds: this.#options, signal });
    this.#open = mailbox;
    const rouse = (): void => this.#rouse();
    mailbox.client.on('exists', rouse).on('close', rouse);
    try {
      while (await this.#goesOn()) {
        this.#isAwake = false;
        await takeMails(mailbox, this.#known, {
          isRecipient: this.#options.isRecipient,
          deliver: this.#options.deliver,
          onError: (error) => this.#report(error),
          goesOn: () => this.#goesOn(),
          retryAfter: this.#lookEvery,
        });
        onRead();
        await this.#idle(mailbox);
      }
    } finally {
      this.#open = undefined;
      mailbox.client.off('exists', rouse).off('close', rouse);
      await mailbox.close();
    }
  }

  /** Waits for a notification, the next check, or the end; keeps the turn meanwhile. */
  async #idle(mailbox: OpenMailbox): Promise<void> {
    const until = performance.now() + this.#lookEvery;
    // It ends with the next command, and with the connection.
    mailbox.client.idle().catch(() => undefined);
    for (let remaining = this.#lookEvery; remaining > 0 && !this.#isAwake; remaining = until - performance.now()) {
      await this.#sleep(Math.min(remaining, HOLD_EVERY_MS));
      if (!(await this.#goesOn())) return;
    }
    if (!mailbox.client.usable && !this.#isStopping) await mailbox.run((client) => client.noop());
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #goesOn(): Promise<boolean> {
    return !this.#isStopping && (await this.#hold());
  }

  /** Takes or extends the turn, which lasts long enough not to be checked for each mail. */
  async #hold(): Promise<boolean> {
    if (performance.now() - this.#heldAt < HOLD_EVERY_MS) return true;
    const isOurs = (await this.#options.turn?.hold()) ?? true;
    this.#heldAt = isOurs ? performance.now() : Number.NEGATIVE_INFINITY;
    return isOurs;
  }

  async #release(): Promise<void> {
    try {
      await this.#options.turn?.release();
    } catch (error) {
      this.#report(error);
    }
  }

  #rouse(): void {
    this.#isAwake = true;
    this.#wake();
  }

  #sleep(ms: number): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #report(error: unknown): void {
    this.#options.onError?.(error);
  }
}
