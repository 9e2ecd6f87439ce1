import type { AccountCredential, SignedCorrection } from '@colophon/contract';

/** Why an account was not found to be genuine. */
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
  | 'text_differs'
  | 'correction_refused';

/** What came of checking an account. */
export interface AccountVerdict {
  /** Whether everything that was handed in is genuine. */
  readonly ok: boolean;
  /** What is wrong, where something is. */
  readonly fault: { readonly code: AccountFault; readonly message: string } | null;
  /** What is proved, in plain sentences; empty where something is wrong. */
  readonly proved: readonly string[];
  /** What is not proved by this check, in plain sentences. */
  readonly notProved: readonly string[];
  /** What was signed; null where something is wrong. */
  readonly account: AccountCredential | null;
  /** The key that signed it; null where something is wrong. */
  readonly kid: string | null;
  /** The corrections issued since the publication, the earliest first; each of them is signed. */
  readonly corrections: readonly SignedCorrection[];
  /** The numbers of earlier corrections that neither the account nor what was handed in has. */
  readonly missingCorrections: readonly number[];
}

/** Ends a check: something is not genuine. Never leaves this package. */
export class Refusal extends Error {
  readonly code: AccountFault;

  constructor(code: AccountFault, message: string) {
    super(message);
    this.code = code;
  }
}
