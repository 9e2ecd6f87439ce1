import type { AccountCredential, SignedCorrection } from '@colophon/contract';

/** The reasons why an account is not genuine. */
export type AccountFault =
  | 'not_an_account'
  | 'keys_unusable'
  | 'header_refused'
  | 'unknown_key'
  | 'signature_wrong'
  | 'payload_shape'
  | 'issuer_differs'
  | 'address_differs'
  | 'signed_outside_key_time'
  | 'signed_in_future'
  | 'key_revoked'
  | 'text_differs'
  | 'shown_differs'
  | 'picture_differs'
  | 'disclosure_wrong'
  | 'edition_digest_wrong'
  | 'correction_refused'
  | 'proof_wrong'
  | 'witnesses_missing'
  | 'timestamp_wrong';

/** Where an account is in its publisher's log. */
export interface LoggedPlace {
  readonly origin: string;
  /** From 0. */
  readonly index: number;
  /** The number of entries that the head covers. */
  readonly size: number;
  /** The witnesses of the policy that cosigned the head, and when, in seconds since 1970. */
  readonly witnesses: readonly { readonly name: string; readonly time: number | null }[];
  /** When somebody else stamped the head, and who; null if nobody did. */
  readonly stamp: { readonly time: string; readonly by: string } | null;
}

/** The pictures and files of an account. */
export interface SignedFiles {
  /** How many of them are the given ones, byte for byte. */
  readonly checked: number;
  /** How many were not given. */
  readonly unchecked: number;
  /** How many are at other sites, so that only their addresses are signed. */
  readonly elsewhere: number;
}

/** The result of a verification. */
export interface AccountVerdict {
  /** Whether all provided data is genuine. */
  readonly ok: boolean;
  /** The fault, if there is one. */
  readonly fault: { readonly code: AccountFault; readonly message: string } | null;
  /** What is proved, in plain sentences; empty if there is a fault. */
  readonly proved: readonly string[];
  /** What this verification does not prove, in plain sentences. */
  readonly notProved: readonly string[];
  /** The signed payload; null if there is a fault. */
  readonly account: AccountCredential | null;
  /** The authors whose names are disclosed; empty if there is a fault, or the account has none. */
  readonly authors: readonly string[];
  /** The key that signed it; null if there is a fault. */
  readonly kid: string | null;
  /** The corrections since the publication, earliest first; each of them is signed. */
  readonly corrections: readonly SignedCorrection[];
  /** Where it is in the publisher's log; null if that was not proved. */
  readonly logged: LoggedPlace | null;
  /** Its pictures and files; null if there is a fault, or what was shown is not in the account. */
  readonly files: SignedFiles | null;
  /** Since when the key is revoked, in seconds since 1970; null if it is not. */
  readonly revoked: number | null;
  /** How many authors were signed, whether or not their names are disclosed. */
  readonly signedAuthors: number;
  /** The numbers of earlier corrections that are neither in the account nor in the provided data. */
  readonly missingCorrections: readonly number[];
}

/** Ends a verification: something is not genuine. Never leaves this package. */
export class Refusal extends Error {
  readonly code: AccountFault;

  constructor(code: AccountFault, message: string) {
    super(message);
    this.code = code;
  }
}
