import { ValidationError } from '@colophon/core';

/** A browser's passkey response; only its shape is validated. */
export interface SentCredential {
  readonly id: string;
  readonly response: Readonly<Record<string, string>>;
}

const LONGEST_PART = 60_000;

/** Validates the shape of a browser's response, with these members. @throws ValidationError */
export function requireCredential(sent: unknown, members: readonly string[]): asserts sent is SentCredential {
  const { id, response } = asRecord(sent);
  const parts = asRecord(response);
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= LONGEST_PART;
  if (isText(id) && members.every((name) => isText(parts[name]))) return;
  throw ValidationError.of([{ pointer: '/response', code: 'passkey', detail: 'must be the response of the browser, as JSON' }]);
}

/** The challenge in the client data; undefined if it cannot be parsed. */
export function challengeOf(clientData: string | undefined): string | undefined {
  try {
    const { challenge } = asRecord(JSON.parse(Buffer.from(clientData ?? '', 'base64url').toString('utf8')));
    return typeof challenge === 'string' && challenge.length <= 100 ? challenge : undefined;
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
