/**
 * A part of a mail. `said` is ours; `quoted` is a stranger's and is shortened and disarmed; `noted` was written by staff for the
 * one who reads it, and stands as they wrote it; `leads` is an address of ours.
 */
export type MailBlock =
  | { readonly part: 'said'; readonly text: string }
  | { readonly part: 'quoted'; readonly label: string; readonly words: string }
  | { readonly part: 'noted'; readonly label: string; readonly words: string }
  | { readonly part: 'leads'; readonly label: string; readonly url: string };

/** What a mail says. */
export interface MailContent {
  /** Ours alone: nothing that anybody wrote may stand here. */
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** Why it is sent, as a sentence. */
  readonly reason: string;
  /** Where an answer goes. Default: to whom it comes from. */
  readonly replyTo?: string | undefined;
  /** Without angle brackets. Default: one of ours. */
  readonly messageId?: string | undefined;
}

/** A sentence of ours. */
export function said(text: string): MailBlock {
  return { part: 'said', text };
}

/** Words of a stranger, shortened and with addresses broken up. */
export function quoted(label: string, words: string): MailBlock {
  return { part: 'quoted', label, words };
}

/** What staff wrote for the one who reads it. */
export function noted(label: string, words: string): MailBlock {
  return { part: 'noted', label, words };
}

/** An address of ours to go to. */
export function leads(label: string, url: string): MailBlock {
  return { part: 'leads', label, url };
}
