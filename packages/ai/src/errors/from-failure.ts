import { AIError, AuthenticationError, ModelNotFoundError, type AIErrorCode } from './errors.ts';
import { errorFromReport, errorFromResponse, type FailureContext } from './from-response.ts';
import type { ReportedFailure } from './reported-failure.ts';

interface ForeignError {
  name?: string;
  message?: string;
  code?: string;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
  cause?: unknown;
}

const SDK_CODES: Record<string, AIErrorCode> = {
  AI_JSONParseError: 'INVALID_RESPONSE',
  AI_TypeValidationError: 'INVALID_RESPONSE',
  AI_InvalidResponseDataError: 'INVALID_RESPONSE',
  AI_EmptyResponseBodyError: 'INVALID_RESPONSE',
  AI_NoContentGeneratedError: 'INVALID_RESPONSE',
  AI_UnsupportedFunctionalityError: 'NOT_IMPLEMENTED',
  AI_InvalidPromptError: 'INVALID_INPUT',
  AI_InvalidArgumentError: 'INVALID_INPUT',
  AI_LoadSettingError: 'NOT_CONFIGURED',
};

/**
 * Converts anything thrown on the way to a provider to an {@link AIError}.
 *
 * The original error is not kept as the cause: errors of the vendor packages contain the request body, and so the prompt. Only its name,
 * code and status are kept.
 */
export function errorFromFailure(failure: unknown, context: FailureContext): AIError {
  if (AIError.isInstance(failure)) return failure;
  const own = findOwn(failure);
  if (own !== undefined) return own;
  if (typeof failure !== 'object' || failure === null) return unknownError(failure, context);
  const foreign = failure as ForeignError;
  if (foreign.name === 'ReportedFailure') return errorFromReport((foreign as ReportedFailure).body, 'in the response', context);
  if (foreign.name === 'AI_APICallError') return fromApiCall(foreign, context);
  if (foreign.name === 'AI_LoadAPIKeyError') {
    return new AuthenticationError(`${context.provider}: no API key was given.`, { provider: context.provider });
  }
  if (foreign.name === 'AI_NoSuchModelError') {
    return new ModelNotFoundError(`${context.provider}: the model '${context.model}' was not found.`, { provider: context.provider });
  }
  const code = foreign.name === undefined ? undefined : SDK_CODES[foreign.name];
  if (code !== undefined) {
    const sentence = code === 'INVALID_RESPONSE' ? 'the response could not be parsed' : 'the request could not be sent';
    return new AIError(`${context.provider}: ${sentence}.`, { code, provider: context.provider, cause: trace(foreign) });
  }
  if (isNetworkFailure(foreign)) return networkError(foreign, context);
  return unknownError(failure, context);
}

/** Converts an error that a provider reports inside a stream (an object or a sentence) to an {@link AIError}. */
export function errorFromStreamPart(part: unknown, context: FailureContext): AIError {
  if (part instanceof Error) return errorFromFailure(part, context);
  return errorFromReport(typeof part === 'string' ? safeParse(part) : part, 'in the stream', context);
}

function fromApiCall(failure: ForeignError, context: FailureContext): AIError {
  const status = failure.statusCode;
  if (status === undefined || isNetworkFailure(failure.cause as ForeignError | undefined)) return networkError(failure, context);
  if (status < 300) {
    return new AIError(`${context.provider}: the response could not be parsed.`, {
      code: 'INVALID_RESPONSE',
      provider: context.provider,
      status,
      cause: trace(failure),
    });
  }
  const headers = failure.responseHeaders ?? {};
  return errorFromResponse({ status, header: (name) => headers[name], bodyText: failure.responseBody ?? '' }, context);
}

/** One of our own errors may come back wrapped by a vendor package that called our `fetch`. */
function findOwn(failure: unknown): AIError | undefined {
  let current = failure;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    if (AIError.isInstance(current)) return current;
    current = (current as ForeignError).cause;
  }
  return undefined;
}

function isNetworkFailure(failure: ForeignError | undefined | null): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  const code = failure.code ?? (failure.cause as ForeignError | undefined)?.code;
  if (typeof code === 'string' && /^(?:E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code)) return true;
  const message = failure.message ?? '';
  // The words of Cloudflare's workerd, which uses no class or code of its own.
  if (message === 'Network connection lost.') return true;
  return failure.name === 'TypeError' && /fetch failed|terminated|network|error (?:sending request|reading a body)/i.test(message);
}

function networkError(failure: ForeignError, context: FailureContext): AIError {
  return new AIError(`${context.provider}: the connection failed before the response was complete.`, {
    code: 'NETWORK_ERROR',
    provider: context.provider,
    retryable: true,
    cause: trace(failure),
  });
}

function unknownError(failure: unknown, context: FailureContext): AIError {
  return new AIError(`${context.provider}: the call failed for a reason this library does not know.`, {
    code: 'UNKNOWN_ERROR',
    provider: context.provider,
    cause: trace(failure),
  });
}

/** Keeps what helps to diagnose a fault and nothing that could contain a prompt. */
function trace(failure: unknown): { name: string; code?: string; cause?: string } {
  const foreign = (typeof failure === 'object' && failure !== null ? failure : {}) as ForeignError;
  const inner = foreign.cause as ForeignError | undefined;
  return {
    name: foreign.name ?? typeof failure,
    ...(typeof foreign.code === 'string' ? { code: foreign.code } : {}),
    ...(inner ? { cause: [inner.name, inner.code].filter((word) => typeof word === 'string').join(' ') } : {}),
  };
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
