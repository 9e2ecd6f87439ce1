import type { ContributionChannel, SenderProof, TrustLevel } from '../enumerations.ts';

/** What may be wrong with a file, told from its bytes and its name. */
export const FILE_SIGNS = [
  'archive',
  'macro',
  'active_content',
  'encrypted',
  'type_mismatch',
  'double_extension',
  'bidi_name',
  'polyglot',
] as const;
export type FileSign = (typeof FILE_SIGNS)[number];

/** What may be wrong with a mail. `reply_unproved`: it answers a contribution, and nothing proves that its contributor sent it. */
export const MAIL_SIGNS = [
  'mail_encrypted',
  'mail_not_read',
  'charset_unknown',
  'html_unreadable',
  'tnef_unreadable',
  'too_many_attachments',
  'reply_unproved',
] as const;
export type MailSign = (typeof MAIL_SIGNS)[number];

/** A file as intake judges it. */
export interface IntakeFile {
  readonly filename: string;
  /** By its bytes. */
  readonly mimeType: string;
  readonly size: number;
  readonly signs: readonly FileSign[];
}

/** Whatever comes in, by web or by mail, in the one form that intake judges. */
export interface IntakePackage {
  readonly channel: ContributionChannel;
  readonly title: string | null;
  readonly description: string | null;
  readonly body: string;
  /** The text as its readers would see it, where it is Markdown. */
  readonly shown?: string;
  readonly files: readonly IntakeFile[];
  readonly contributor: { readonly trustLevel: TrustLevel };
  readonly senderProof: SenderProof;
  /** A field that people do not see was filled in. */
  readonly honeypot?: boolean;
  /** A form without scripts sent it, which can do no work for its sender. */
  readonly withoutWork?: boolean;
  /** The domain of the mail's sender says that mails like this one are not its own. */
  readonly dmarcFailed?: boolean;
  /** What is to be said of the mail that it came by. */
  readonly mailSigns?: readonly MailSign[];
}

/** Why intake decided as it did. */
export interface IntakeReason {
  readonly code: IntakeReasonCode;
  /** In words, for editors. It quotes nothing of what was sent. */
  readonly detail: string;
  /** Which of the files, from 0. */
  readonly attachment?: number;
}

export const REJECTIONS = [
  'type_disabled',
  'channel_not_allowed',
  'contributor_blocked',
  'trusted_only',
  'text_not_allowed',
  'files_not_allowed',
  'empty',
  'too_many_files',
  'too_many_bytes',
  'mime_not_allowed',
  'mime_blocked',
  'text_blocked',
] as const;

export const QUARANTINES = [
  'mime_quarantine',
  'text_quarantine',
  ...FILE_SIGNS,
  'links',
  'instructions',
  'dmarc_fail',
  ...MAIL_SIGNS,
  'sender_unproved',
  'honeypot',
  'no_proof',
] as const;

export type IntakeReasonCode = (typeof REJECTIONS)[number] | (typeof QUARANTINES)[number];
