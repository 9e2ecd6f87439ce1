/**
 * Why something of a transparency log is refused:
 *
 * - `note_malformed`, `key_malformed`, `checkpoint_malformed`, `proof_malformed`, `tile_malformed`, `policy_malformed`: it is not in the
 *   one form that its standard has, or too large
 * - `key_unsupported`: a verifier key of a signature type that is not read here
 * - `log_unknown`: no signature by a known log of this origin
 * - `signature_wrong`: a signature of a known key does not fit
 * - `not_checkable`: this runtime does not have the algorithm of the log's signatures
 * - `proof_wrong`: the entry is not at this place of the log
 * - `head_inconsistent`: the later head does not continue the earlier one: the past was rewritten, or two histories are shown
 * - `witnesses_missing`: the witnesses that the policy asks for have not cosigned
 */
export type LogFault =
  | 'note_malformed'
  | 'key_malformed'
  | 'key_unsupported'
  | 'checkpoint_malformed'
  | 'proof_malformed'
  | 'tile_malformed'
  | 'policy_malformed'
  | 'log_unknown'
  | 'signature_wrong'
  | 'not_checkable'
  | 'proof_wrong'
  | 'head_inconsistent'
  | 'witnesses_missing';

/** Something of a transparency log that cannot be read, or is not what it claims. */
export class LogError extends Error {
  readonly code: LogFault;

  constructor(code: LogFault, message: string) {
    super(message);
    this.name = 'LogError';
    this.code = code;
  }
}
