import type { ContributionChannel, SenderProof, TrustLevel } from './enumerations.ts';

/** Suspicious properties of a file, found in its bytes and its name. */
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

/** Suspicious properties of a mail. `reply_unproved`: a reply to a contribution that is not proved to come from its contributor. */
export const MAIL_SIGNS = [
  'mail_encrypted',
  'mail_not_read',
  'charset_unknown',
  'html_unreadable',
  'text_cut',
  'tnef_unreadable',
  'too_many_attachments',
  'reply_unproved',
] as const;
export type MailSign = (typeof MAIL_SIGNS)[number];

/** A file in the form that intake checks. */
export interface IntakeFile {
  readonly filename: string;
  /** Determined from its bytes. */
  readonly mimeType: string;
  readonly size: number;
  readonly signs: readonly FileSign[];
}

/** A submission, by web or mail, in the form that intake checks. */
export interface IntakePackage {
  readonly channel: ContributionChannel;
  readonly title: string | null;
  readonly description: string | null;
  readonly body: string;
  /** The rendered text, if it is Markdown. */
  readonly shown?: string;
  readonly files: readonly IntakeFile[];
  readonly contributor: { readonly trustLevel: TrustLevel };
  readonly senderProof: SenderProof;
  /** The hidden field was filled in. */
  readonly honeypot?: boolean;
  /** Submitted by the form without scripts, which cannot do a proof of work. */
  readonly withoutWork?: boolean;
  /** Sent within seconds of its challenge. */
  readonly isQuick?: boolean;
  /** The policy of the sender's domain disowns the mail. */
  readonly dmarcFailed?: boolean;
  /** Suspicious properties of the mail it was received by. */
  readonly mailSigns?: readonly MailSign[];
}

/** A reason for a decision of intake. */
export interface IntakeReason {
  readonly code: IntakeReasonCode;
  /** A description for editors. It quotes nothing from the submission. */
  readonly detail: string;
  /** The index of the file, from 0. */
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
  'too_quick',
] as const;

export type IntakeReasonCode = (typeof REJECTIONS)[number] | (typeof QUARANTINES)[number];
