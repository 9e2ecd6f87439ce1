import { ValidationError } from '@colophon/core';

/** The answer of a browser's passkey, as far as it must look like one. */
export interface SentCredential {
  readonly id: string;
  readonly response: Readonly<Record<string, string>>;
}

const LONGEST_PART = 60_000;

/** Checks the shape of a browser's answer, with these members of its response. @throws ValidationError */
export function requireCredential(sent: unknown, members: readonly string[]): asserts sent is SentCredential {
  const { id, response } = asRecord(sent);
  const parts = asRecord(response);
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= LONGEST_PART;
  if (isText(id) && members.every((name) => isText(parts[name]))) return;
  throw ValidationError.of([{ pointer: '/response', code: 'passkey', detail: 'must be the response of the browser, as JSON' }]);
}

/** The challenge that a browser says it has signed; undefined where it cannot be read. */
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
