import {
  AIError,
  AuthenticationError,
  ContentFilterError,
  ContextLengthError,
  ModelNotFoundError,
  RateLimitError,
  type AIErrorDetails,
} from './errors.ts';
import { redactMessage } from './redact.ts';
import { readRetryAfter, type HeaderReader } from './retry-after.ts';
import { asCode, readVendorFault, type VendorFault } from './vendor-fault.ts';

/** A response that reports a failure, as read from the wire. */
export interface FailedReply {
  status: number;
  header: HeaderReader;
  bodyText: string;
}

/** The provider that was called, and the texts that must not appear in a message. */
export interface FailureContext {
  provider: string;
  /** The model named in the call; a 404 then means that the model is missing. */
  model?: string | undefined;
  secrets: readonly string[];
  /** The caller's own texts (prompts), so that a vendor's echo of them is dropped. */
  texts: () => readonly string[];
}

const AUTHENTICATION_CODES = ['api_key_invalid', 'invalid_api_key', 'authentication_error', 'unrecognizedclientexception'];
const CONTEXT_CODES = ['context_length_exceeded', 'request_too_large', 'model_context_window_exceeded'];
const FILTER_CODES = [
  'content_policy_violation',
  'content_filter',
  'content_filtered',
  'safety',
  'prohibited_content',
  'moderation_blocked',
];
const QUOTA_CODES = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'quota_exhausted'];
const MISSING_MODEL_CODES = ['model_not_found', 'invalid_model', 'model_not_supported'];
const CONTEXT_TEXT = /prompt is too long|input is too long|maximum context length|exceeds? the (?:maximum|context)/i;

/**
 * Converts a failed HTTP response to an error of this library.
 *
 * Status and vendor codes decide; a vendor's prose is read only for "input too long", which two vendors report without a code.
 */
export function errorFromResponse(reply: FailedReply, context: FailureContext): AIError {
  const fault = readVendorFault(parseBody(reply.bodyText));
  const amazonType = reply.header('x-amzn-errortype')?.split(':')[0];
  if (amazonType) fault.codes.push(amazonType.toLowerCase());
  return classify(reply, fault, context, `HTTP ${reply.status}`, { provider: context.provider, status: reply.status });
}

/**
 * Converts a failure that a provider reports in a response body, or in a stream, to an error of this library. The body's own status or code
 * decides, as a status line would.
 */
export function errorFromReport(body: unknown, where: string, context: FailureContext): AIError {
  const fault = readVendorFault(body);
  const includes = (words: readonly string[]): boolean => fault.codes.some((code) => words.some((word) => code.includes(word)));
  const status =
    fault.status ??
    (includes(['rate_limit', 'throttling', 'too_many_requests', 'resource_exhausted', ...QUOTA_CODES])
      ? 429
      : includes(['authentication', 'invalid_api_key', 'unauthorized', 'unauthenticated'])
        ? 401
        : includes(['permission', 'forbidden'])
          ? 403
          : includes(['invalid_request', 'validation', 'invalid_argument', 'bad_request'])
            ? 400
            : 503);
  const code = asCode(fault.codes[0], context.secrets);
  const reply: FailedReply = { status, header: () => null, bodyText: '' };
  return classify(reply, fault, context, `${where}${code === undefined ? '' : `, ${code}`}`, { provider: context.provider });
}

function classify(
  reply: FailedReply,
  fault: VendorFault,
  context: FailureContext,
  where: string,
  details: Partial<AIErrorDetails>,
): AIError {
  const reason = fault.message === undefined ? undefined : redactMessage(fault.message, context.secrets, context.texts());
  const describeFault = (sentence: string): string =>
    `${context.provider}: ${sentence} (${where})${reason === undefined ? '.' : `: ${reason}`}`;
  const has = (codes: readonly string[]): boolean => fault.codes.some((code) => codes.includes(code));

  if (reply.status === 401 || has(AUTHENTICATION_CODES)) {
    return new AuthenticationError(describeFault('the credentials were rejected'), { ...details, code: 'AUTH_ERROR' });
  }
  if (reply.status === 403)
    return new AuthenticationError(describeFault('these credentials do not permit this'), { ...details, code: 'FORBIDDEN' });
  if (reply.status === 402)
    return new AIError(describeFault('the account is out of credits'), { ...details, code: 'INSUFFICIENT_CREDITS' });
  if (reply.status === 429) return rateLimit(reply, details, has(QUOTA_CODES), describeFault);
  if (reply.status === 413 || has(CONTEXT_CODES) || (reply.status === 400 && CONTEXT_TEXT.test(fault.message ?? ''))) {
    return new ContextLengthError(describeFault('the input is too long'), details);
  }
  if (has(FILTER_CODES)) return new ContentFilterError(describeFault('the content was blocked'), details);
  if (has(MISSING_MODEL_CODES) || (reply.status === 404 && context.model !== undefined)) {
    return new ModelNotFoundError(describeFault(`the model '${context.model ?? 'requested'}' was not found`), details);
  }
  return otherFailure(reply.status, details, describeFault);
}

function rateLimit(
  reply: FailedReply,
  details: Partial<AIErrorDetails>,
  exhausted: boolean,
  describeFault: (sentence: string) => string,
): RateLimitError {
  if (exhausted) return new RateLimitError(describeFault('the quota is used up'), { ...details, code: 'QUOTA_EXHAUSTED' });
  const retryAfter = readRetryAfter(reply.header, reply.bodyText);
  return new RateLimitError(describeFault('too many requests'), { ...details, retryAfter });
}

function otherFailure(status: number, details: Partial<AIErrorDetails>, describeFault: (sentence: string) => string): AIError {
  if (status === 404) return new AIError(describeFault('not found'), { ...details, code: 'NOT_FOUND' });
  if (status === 408 || status >= 500)
    return new AIError(describeFault('the provider failed'), { ...details, code: 'API_ERROR', retryable: true });
  if (status >= 300 && status < 400) {
    return new AIError(describeFault('the provider responded with a redirect, which is not followed'), {
      ...details,
      code: 'INVALID_RESPONSE',
    });
  }
  return new AIError(describeFault('the provider refused the request'), { ...details, code: 'INVALID_REQUEST' });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('<') ? undefined : text;
  }
}
