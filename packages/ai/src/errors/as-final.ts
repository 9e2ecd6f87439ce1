import { AIError } from './errors.ts';

/** Marks the failure of a submission that may have been accepted as not retryable. */
export function asFinal(error: AIError, what: string): AIError {
  if (!error.retryable || error.code === 'RATE_LIMIT') return error;
  return new AIError(`${error.message} The ${what} may have been accepted; check before submitting it again.`, {
    code: error.code,
    provider: error.provider,
    status: error.status,
    cause: error.cause,
  });
}
