import type { Mailbox } from '../message/address.ts';

/** A mail for a transport: to one address. */
export interface OutgoingMessage {
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Without angle brackets. */
  readonly messageId: string;
  /** Additional headers, each a single line. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Delivers mail. A host can provide its own. */
export interface MailTransport {
  /** Whether it signs mail with DKIM, including `List-Unsubscribe` and `List-Unsubscribe-Post`. */
  readonly signs: boolean;
  /**
   * Sends a mail; it counts as sent once this resolves.
   *
   * @throws MailRefusedError if it will never be accepted; after any other error it is retried
   */
  send(message: OutgoingMessage, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  close?(): Promise<void>;
}

/** The server permanently refused a mail (a 5xx reply). */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  /** The SMTP reply code, if there is one. */
  readonly responseCode: number | undefined;

  constructor(responseCode?: number) {
    // The server's reply may contain the address.
    super(`The mail was permanently refused${responseCode === undefined ? '' : ` (${responseCode})`}.`);
    this.responseCode = responseCode;
  }

  /** Works across copies of this package too. */
  static isInstance(error: unknown): error is MailRefusedError {
    return error instanceof Error && error.name === 'MailRefusedError';
  }
}

/** A mail was not accepted this time; the reason contains no address, name or password. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
