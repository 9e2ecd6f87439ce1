/**
 * A part of a mail. `said` is our own text; `quoted` comes from outside and is shortened and defanged; `noted` was written by staff
 * for the recipient, and is kept as written; `leads` is a link to the application.
 */
export type MailBlock =
  | { readonly part: 'said'; readonly text: string }
  | { readonly part: 'quoted'; readonly label: string; readonly words: string }
  | { readonly part: 'noted'; readonly label: string; readonly words: string }
  | { readonly part: 'leads'; readonly label: string; readonly url: string };

/** The content of a mail. */
export interface MailContent {
  /** Our own text only: it must not contain user input. */
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** The reason for sending it, as a sentence. */
  readonly reason: string;
  /** The address for replies. Default: the sender. */
  readonly replyTo?: string | undefined;
  /** Without angle brackets. Default: a generated one. */
  readonly messageId?: string | undefined;
}

/** A sentence in our own words. */
export function said(text: string): MailBlock {
  return { part: 'said', text };
}

/** Text from outside, shortened and with addresses defanged. */
export function quoted(label: string, words: string): MailBlock {
  return { part: 'quoted', label, words };
}

/** Text written by staff for the recipient. */
export function noted(label: string, words: string): MailBlock {
  return { part: 'noted', label, words };
}

/** A link to the application. */
export function leads(label: string, url: string): MailBlock {
  return { part: 'leads', label, url };
}
