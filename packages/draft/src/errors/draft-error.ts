/** Why a draft refused something. Each code is stable. */
export type DraftErrorCode =
  | 'update_too_large'
  | 'update_refused'
  | 'draft_gap'
  | 'draft_damaged'
  | 'invalid_values'
  | 'invalid_message'
  | 'invalid_position';

/** What was wrong with an update that was refused. */
export type UpdateFault =
  /** It cannot be decoded, or no editor writes it this way. */
  | 'malformed'
  /** It has more changes than an update may have. */
  | 'too_many_changes'
  /** It writes as another client. */
  | 'foreign_client'
  /** It uses an id for something else than what is stored under it. */
  | 'repeated_id'
  /** It has content that a draft does not have: formatting, nested types, embedded objects, bytes. */
  | 'foreign_content'
  /** It writes to a root, or to a key of a map, that a draft does not have, or its place has no root. */
  | 'foreign_root'
  /** It inserts where its author cannot have put it, or across a change that its author received meanwhile. */
  | 'impossible_place'
  /** A text has NUL, a carriage return or, where it is one line, a line break. */
  | 'unstorable_text'
  /** It deletes or parts half of a character. */
  | 'split_character'
  /** A text, a list, a map or a value would be larger than allowed. */
  | 'too_long'
  /** A value of a map is not JSON, is nested too deep, or is of another form than its root has. */
  | 'invalid_value';

/**
 * A refusal: of an update, a state, a message or values. The draft is left as it was.
 */
export class DraftError extends Error {
  readonly code: DraftErrorCode;
  /** What was wrong with an update whose code is `update_refused`, else null. */
  readonly fault: UpdateFault | null;
  /** What the document knows, if the code is `draft_gap`: the client sends again from there. Else null. */
  readonly vector: Uint8Array | null;

  constructor(
    code: DraftErrorCode,
    message: string,
    more: { readonly fault?: UpdateFault; readonly vector?: Uint8Array; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'DraftError';
    this.code = code;
    this.fault = more.fault ?? null;
    this.vector = more.vector ?? null;
  }

  /** Whether a value is an error of this package, also of another copy of it. */
  static isInstance(value: unknown): value is DraftError {
    return value instanceof Error && value.name === 'DraftError' && 'code' in value && 'fault' in value;
  }
}
