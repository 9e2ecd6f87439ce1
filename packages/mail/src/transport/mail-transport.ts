import type { Mailbox } from '../message/address.ts';

/** A mail as it is handed to a transport: to one address. */
export interface OutgoingMessage {
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Without angle brackets. */
  readonly messageId: string;
  /** Further headers, each one line. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What carries mail away. A host may bring its own. */
export interface MailTransport {
  /** Whether it signs what it sends by DKIM, `List-Unsubscribe` and `List-Unsubscribe-Post` included. */
  readonly signs: boolean;
  /**
   * Hands a mail over; it is sent once this resolves.
   *
   * @throws MailRefusedError when it will never be taken; with anything else it is tried again
   */
  send(message: OutgoingMessage, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  close?(): Promise<void>;
}

/** The other side refused a mail for good (a reply of 5xx). */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  /** The reply code of SMTP, where there is one. */
  readonly responseCode: number | undefined;

  constructor(responseCode?: number) {
    // What the other side said may hold the address.
    super(`The mail was refused for good${responseCode === undefined ? '' : ` (${responseCode})`}.`);
    this.responseCode = responseCode;
  }

  /** Works across copies of this package too. */
  static isInstance(error: unknown): error is MailRefusedError {
    return error instanceof Error && error.name === 'MailRefusedError';
  }
}

/** A mail was not taken this time; what went wrong without any address, name or password in it. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
