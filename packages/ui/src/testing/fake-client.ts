import type { Answer } from '@colophon/client';
import { problem } from './problem.ts';
import type { ColophonClient, RequestOptions } from '../state/client-port.ts';

/** A request to a fake client. */
export interface SentRequest extends RequestOptions {
  readonly method: string;
  readonly path: string;
}

/** A client with responses by a test; it records every request. */
export interface FakeClient extends ColophonClient {
  readonly sent: readonly SentRequest[];
}

/**
 * Creates a client with responses by a function, of a server without shared drafts: a value, `{ value, rev }`, or a thrown problem.
 *
 * @example
 * const client = fakeClient(({ method, path }) => (path === '/jobs' ? { items: [] } : undefined));
 */
export function fakeClient(answer: (request: SentRequest) => unknown): FakeClient {
  const sent: SentRequest[] = [];
  return {
    sent,
    async request(method: never, path: never, ...options: never): Promise<Answer<unknown>> {
      const request: SentRequest = { method, path, ...(options[0] as RequestOptions | undefined) };
      // As a server without drafts: forms are then saved by themselves.
      if (request.path.startsWith('/contents/{id}/draft/')) throw problem(404, 'not_found');
      sent.push(request);
      const value = await answer(request);
      const rev = (value as { rev?: number } | null | undefined)?.rev;
      return { value, status: 200, etag: rev === undefined ? undefined : `"${rev}-x"`, rev, location: undefined };
    },
    async *events() {
      // No events.
    },
  };
}
