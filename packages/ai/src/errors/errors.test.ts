import { describe, expect, it } from 'vitest';
import { AIError, AuthenticationError, ContentFilterError, ContextLengthError, RateLimitError } from './errors.ts';
import { errorFromFailure, errorFromStreamPart } from './from-failure.ts';
import { errorFromResponse } from './from-response.ts';
import { redactMessage } from './redact.ts';

const context = {
  provider: 'general-hosted',
  model: 'm',
  secrets: ['sk-secret-key-value'],
  texts: () => ['What did the captain hide in the hold?'],
};
const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  errorFromResponse({ status, header: (name) => headers[name], bodyText: JSON.stringify(body) }, context);

describe('errors', () => {
  it('are distinguished by their class, and across copies of the package by their marker', () => {
    const error = new RateLimitError('slow');
    expect(error).toBeInstanceOf(AIError);
    expect(error.name).toBe('RateLimitError');
    expect(error.retryable).toBe(true);
    expect(AIError.isInstance(Object.assign(new Error('copy'), { [Symbol.for('colophon.ai.error')]: true }))).toBe(true);
    expect(AIError.isInstance(new Error('other'))).toBe(false);
  });

  it('are classified by status and code, not by message', () => {
    expect(reply(500, { error: { message: 'got 404 and 429 upstream, model not found' } })).toMatchObject({
      code: 'API_ERROR',
      retryable: true,
    });
    expect(reply(400, { error: { message: 'authentication is a fine subject' } })).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(reply(400, { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } })).toBeInstanceOf(
      AuthenticationError,
    );
    expect(reply(400, { error: { code: 'context_length_exceeded' } })).toBeInstanceOf(ContextLengthError);
    expect(
      reply(400, { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 300000 tokens' } }),
    ).toBeInstanceOf(ContextLengthError);
    expect(reply(400, { error: { code: 'content_policy_violation' } })).toBeInstanceOf(ContentFilterError);
    expect(reply(429, {}, { 'x-amzn-errortype': 'ThrottlingException:http://x' })).toMatchObject({ code: 'RATE_LIMIT' });
    expect(reply(302, {})).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
  });

  it('keep a vendor’s reason, without keys and without the caller’s texts', () => {
    expect(reply(429, { error: { message: 'Limit of 3 RPM reached for sk-secret-key-value' } }).message).toContain(
      'Limit of 3 RPM reached for …',
    );
    expect(reply(400, { error: { message: 'Cannot answer: did the captain hide in the hold?' } }).message).not.toContain('captain');
    expect(redactMessage('Incorrect API key provided: sk-abcdefgh12345678', [], [])).toBe('Incorrect API key provided: …');
    expect(redactMessage('You said: help', [], ['help'])).toBeUndefined();
  });

  it('do not keep the original error, which may contain the request', () => {
    const foreign = Object.assign(new Error('secret prompt'), {
      name: 'AI_APICallError',
      statusCode: 500,
      requestBodyValues: { prompt: 'secret prompt' },
    });
    const error = errorFromFailure(foreign, context);
    expect(error).toMatchObject({ code: 'API_ERROR', status: 500 });
    expect(JSON.stringify([error, error.cause, error.message])).not.toContain('secret prompt');
    expect(errorFromFailure(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }), context)).toMatchObject({
      code: 'NETWORK_ERROR',
      retryable: true,
    });
    expect(errorFromFailure('oops', context)).toMatchObject({ code: 'UNKNOWN_ERROR' });
    const own = new AIError('ours', { code: 'AI_LIMIT_EXCEEDED' });
    expect(errorFromFailure(Object.assign(new Error('wrapped'), { cause: own }), context)).toBe(own);
  });

  it('reported inside a stream are distinguished by their type', () => {
    expect(errorFromStreamPart({ type: 'overloaded_error' }, context)).toMatchObject({ code: 'API_ERROR', retryable: true });
    expect(errorFromStreamPart({ error: { type: 'rate_limit_error' } }, context)).toMatchObject({ code: 'RATE_LIMIT' });
    expect(errorFromStreamPart('{"code":"invalid_request_error"}', context)).toMatchObject({ retryable: false });
  });
});
