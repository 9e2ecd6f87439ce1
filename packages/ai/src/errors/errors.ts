const marker = Symbol.for('colophon.ai.error');

/** The stable codes of an {@link AIError}. New ones may be added; none changes its meaning. */
export type AIErrorCode =
  | 'AUTH_ERROR'
  | 'FORBIDDEN'
  | 'RATE_LIMIT'
  | 'QUOTA_EXHAUSTED'
  | 'INSUFFICIENT_CREDITS'
  | 'MODEL_NOT_FOUND'
  | 'NOT_FOUND'
  | 'CONTEXT_LENGTH_EXCEEDED'
  | 'CONTENT_FILTERED'
  | 'AI_LIMIT_EXCEEDED'
  | 'AI_LIMIT_INVALID'
  | 'SPENDING_LIMIT_EXCEEDED'
  | 'PRICE_UNKNOWN'
  | 'SPENDING_STORE_FAILED'
  | 'AI_TIMEOUT'
  | 'AI_ABORTED'
  | 'NETWORK_ERROR'
  | 'API_ERROR'
  | 'UNKNOWN_ERROR'
  | 'NOT_IMPLEMENTED'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST'
  | 'INVALID_RESPONSE'
  | 'INVALID_OBJECT'
  | 'IMAGE_FETCH_ERROR'
  | 'MISSING_PACKAGE'
  | 'NOT_CONFIGURED'
  | 'CLI_NOT_FOUND'
  | 'CLI_ERROR'
  | 'BACKGROUND_NOT_READY'
  | 'BACKGROUND_FAILED'
  | 'BATCH_NOT_READY'
  | 'BATCH_FAILED'
  | 'VIDEO_JOB_NOT_READY'
  | 'VIDEO_JOB_FAILED'
  | 'VIDEO_CANCEL_UNSUPPORTED'
  | 'VIDEO_CANCEL_REJECTED'
  | 'UNTRUSTED_RESULT_URL'
  | 'RESULT_TOO_LARGE'
  | 'ADMIN_INVALID_RESPONSE';

/** The properties of an {@link AIError}, apart from its message. */
export interface AIErrorDetails {
  code: AIErrorCode;
  provider?: string | undefined;
  status?: number | undefined;
  retryable?: boolean | undefined;
  /** Seconds to wait before another attempt, if the provider gave a hint. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/**
 * The base class of everything this library throws.
 *
 * `retryable` says whether the same call may succeed later unchanged. Messages and causes never contain a prompt, an answer or a
 * credential, so errors can be logged as they are.
 */
export class AIError extends Error {
  readonly code: AIErrorCode;
  readonly provider: string | undefined;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, details: AIErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.provider = details.provider;
    this.status = details.status;
    this.retryable = details.retryable ?? false;
    this.retryAfter = details.retryAfter;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Returns whether an error is an `AIError`, even if two copies of this package are installed. */
  static isInstance(error: unknown): error is AIError {
    return typeof error === 'object' && error !== null && marker in error;
  }
}

/** The provider refused the credentials: `AUTH_ERROR` for 401, `FORBIDDEN` for 403. */
export class AuthenticationError extends AIError {
  constructor(message: string, details: Partial<AIErrorDetails> = {}) {
    super(message, { ...details, code: details.code ?? 'AUTH_ERROR' });
  }
}

/** The provider asks to slow down (`RATE_LIMIT`), or a quota is used up (`QUOTA_EXHAUSTED`, not retryable). */
export class RateLimitError extends AIError {
  constructor(message: string, details: Partial<AIErrorDetails> = {}) {
    const code = details.code ?? 'RATE_LIMIT';
    super(message, { ...details, code, retryable: details.retryable ?? code === 'RATE_LIMIT' });
  }
}

/** The model is unknown to the provider, or retired. */
export class ModelNotFoundError extends AIError {
  constructor(message: string, details: Partial<AIErrorDetails> = {}) {
    super(message, { ...details, code: 'MODEL_NOT_FOUND' });
  }
}

/** The input is longer than the model or the provider accepts. */
export class ContextLengthError extends AIError {
  constructor(message: string, details: Partial<AIErrorDetails> = {}) {
    super(message, { ...details, code: 'CONTEXT_LENGTH_EXCEEDED' });
  }
}

/** The provider blocked the input or the output. */
export class ContentFilterError extends AIError {
  constructor(message: string, details: Partial<AIErrorDetails> = {}) {
    super(message, { ...details, code: 'CONTENT_FILTERED' });
  }
}

/** Creates the error for an operation that a kind of provider does not support. */
export function notImplemented(provider: string, operation: string, remedy?: string): AIError {
  const message = `${provider} does not support ${operation}.${remedy === undefined ? '' : ` ${remedy}`}`;
  return new AIError(message, { code: 'NOT_IMPLEMENTED', provider });
}

/** Creates the error for an invalid value passed by the caller. */
export function invalidInput(message: string, provider?: string): AIError {
  return new AIError(message, { code: 'INVALID_INPUT', provider });
}
