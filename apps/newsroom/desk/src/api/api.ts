import { type Answer, createClient, type Intent, type Method, ProblemError } from '@colophon/client';
import { Unanswered } from './unanswered.ts';

/** What a request takes beside its address. */
export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly intent?: Intent;
  /** Asks that it be done in the background: the answer is a job. */
  readonly background?: boolean;
  readonly signal?: AbortSignal;
}

interface Requests {
  request(method: Method, path: string, options: object): Promise<Answer<unknown>>;
}

/** Refusals of a proof that was shown, which say nothing about the session. */
const PROOF_REFUSED: ReadonlySet<string> = new Set(['wrong_code', 'wrong_passkey', 'passkey_counter']);

let tellSignedOut: (problem: ProblemError) => void = () => undefined;

/** The one client of the page, with the cookie of the browser. */
export const client = createClient({ onSignedOut: (problem) => !PROOF_REFUSED.has(problem.code) && tellSignedOut(problem) });

/** Says who is told that the session is over. */
export function onSignedOut(listener: (problem: ProblemError) => void): void {
  tellSignedOut = listener;
}

let tellMovedOn: () => Promise<void> = async () => undefined;

/** Says who reads again what the page shows, when it has turned out to be older than what is stored. */
export function onMovedOn(listener: () => Promise<void>): void {
  tellMovedOn = listener;
}

/**
 * A change of what somebody else changed meanwhile is told in words for people. The page shows what is stored now before it is told, so
 * that the next attempt is about that.
 */
async function movedOn(error: unknown): Promise<never> {
  if (!ProblemError.isInstance(error) || error.status !== 412) throw error;
  await tellMovedOn();
  throw new ProblemError(error.code, 'Somebody else changed this in the meantime. Nothing was overwritten.', {
    status: error.status,
    hint: 'Check how it is now, then try again.',
    ...(error.requestId !== undefined && { requestId: error.requestId }),
  });
}

/** A request to the API; the types of an answer are put on where it is read. */
async function call<Value>(method: Method, path: string, { path: names, query, ...rest }: Asked = {}): Promise<Value> {
  const params = { ...(names && { path: names }), ...(query && { query }) };
  const given = Object.entries({ ...rest, params }).filter(([, value]) => value !== undefined);
  const { value } = await (client as unknown as Requests).request(method, path, Object.fromEntries(given)).catch(movedOn);
  return value as Value;
}

const unanswered = new Unanswered();

export const api = {
  get: <Value>(path: string, asked?: Asked): Promise<Value> => call<Value>('get', path, asked),
  /** Carries an intent, so that the work is not done twice when it is asked for again after a lost answer. */
  post: <Value>(path: string, asked?: Asked): Promise<Value> =>
    unanswered.send(path, asked, (intent) => call<Value>('post', path, { intent, ...asked })),
  /** Without an intent: for answers that hold a secret, which are kept nowhere. */
  postOnce: <Value>(path: string, asked?: Asked): Promise<Value> => call<Value>('post', path, asked),
  patch: <Value>(path: string, asked?: Asked): Promise<Value> => call<Value>('patch', path, asked),
  put: <Value>(path: string, asked?: Asked): Promise<Value> => call<Value>('put', path, asked),
  delete: (path: string, asked?: Asked): Promise<void> => call<void>('delete', path, asked),
};

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly count: number | null;
  readonly nextCursor?: string;
}
