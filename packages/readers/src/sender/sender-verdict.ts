/** The verification result of one signature of a mail. */
export interface SignatureVerdict {
  readonly domain: string;
  readonly selector: string | null;
  /** As in RFC 8601: `pass`, `fail`, `neutral`, `none`, `temperror`, `permerror` or `policy`. */
  readonly result: string;
  /** Whether its domain is that of the sender. */
  readonly isAligned: boolean;
  /** Why it is not a proof although it passes. */
  readonly weakness: SignatureWeakness | null;
}

/**
 * `body_length`: text could be added (`l=`). `not_covered`: sender, recipients, subject, date, id or type could be changed.
 * `testing`: its owner marked the key as a test.
 */
export type SignatureWeakness = 'body_length' | 'not_covered' | 'testing';

/**
 * Why the sender is not proved. For a mail with a valid signature: `not_addressed` (neither To nor Cc names the recipient),
 * `not_current` (its Date is missing, older than a week, or more than a day ahead), `no_message_id`, `unusual_headers` (parsers
 * could read them differently).
 */
export type Unproved =
  | 'ambiguous_sender'
  | 'dmarc_fail'
  | 'no_aligned_signature'
  | 'no_message_id'
  | 'no_policy'
  | 'not_addressed'
  | 'not_current'
  | 'temporary'
  | 'unusual_headers'
  | 'weak_signature';

export interface SenderVerdict {
  /** `dmarc`: the mail was authorized by the owner of its sender's domain. */
  readonly proof: 'dmarc' | 'none';
  /** `null` if the sender is proved. */
  readonly reason: Unproved | null;
  /** The address of From, as read by `MailReader`; `null` if there is none. */
  readonly address: string | null;
  /** Recorded, but never a proof. */
  readonly spf: string;
  readonly dkim: readonly SignatureVerdict[];
  readonly dmarc: string;
  /** The verifier: this process, or the relay whose Authentication-Results were trusted. */
  readonly by: 'relay' | 'self';
}

/** The results and their conclusion, independent of the verifier. */
export function proofOf(dmarc: string, dkim: readonly SignatureVerdict[]): { proof: 'dmarc' | 'none'; reason: Unproved | null } {
  const aligned = dkim.filter(({ result, isAligned }) => result === 'pass' && isAligned);
  const isTemporary = [dmarc, ...dkim.map(({ result }) => result)].some((result) => result.startsWith('temperr'));
  let reason: Unproved | null = null;
  if (dmarc !== 'pass') reason = isTemporary ? 'temporary' : dmarc === 'none' ? 'no_policy' : 'dmarc_fail';
  else if (aligned.length === 0) reason = isTemporary ? 'temporary' : 'no_aligned_signature';
  else if (aligned.every(({ weakness }) => weakness !== null)) reason = 'weak_signature';
  return { proof: reason === null ? 'dmarc' : 'none', reason };
}
