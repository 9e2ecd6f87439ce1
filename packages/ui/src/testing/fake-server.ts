import type { ProblemError } from '@colophon/client';
import type { ContentRecord } from '../state/records.ts';
import { type FakeClient, fakeClient, type SentRequest } from './fake-client.ts';
import { problem } from './problem.ts';
import { contentRecord } from './records.ts';

/** Handles a request: returns a value, or throws a problem. */
export type FakeAnswer = (request: SentRequest) => unknown;

/** An in-memory server for tests of pages with components. */
export interface FakeServer {
  /** The client for a `ColophonProvider` or the state of an editor. `client.sent` holds its requests, oldest first. */
  readonly client: FakeClient;
  /** The stored pieces by id. */
  readonly contents: ReadonlyMap<string, ContentRecord>;
  /** Replaces the handler of a route; the path is as in the API document, such as `/contents/{id}/reviews`. */
  on(method: string, path: string, answer: FakeAnswer): void;
  /** Rejects the next request without executing it, for example with `problem(503, 'unavailable')` or `problem(0, 'network')`. */
  refuseNext(refusal: ProblemError): void;
  /** Executes the next request and loses the response. */
  loseNextAnswer(): void;
  /** Saves a piece as another person, which increments its revision. */
  saveElsewhere(id: string, changes: Partial<ContentRecord>): ContentRecord;
}

/**
 * Creates an in-memory server that stores pieces like a real one: with revisions, `If-Match`, and one piece per idempotency
 * key. Lists without a handler are empty.
 *
 * @example
 * const server = createFakeServer({ contents: [contentRecord({ id: '1', title: 'Budget' })] });
 * const { client } = server; // for the `ColophonProvider` around the tested component, for example an editor of piece 1
 * server.saveElsewhere('1', { title: 'Council and budget' }); // the next save of the editor is a conflict
 */
export function createFakeServer(options: { readonly contents?: readonly ContentRecord[] } = {}): FakeServer {
  const contents = new Map((options.contents ?? []).map((each) => [each.id, each]));
  const answers = new Map<string, FakeAnswer>();
  const made = new Map<string, ContentRecord>();
  const refusals: ProblemError[] = [];
  let lost = 0;
  const client = fakeClient(async (request) => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const scripted = answers.get(`${request.method} ${request.path}`);
    const value: unknown = await (scripted ?? ((asked) => answerOf(asked, contents, made)))(request);
    if (lost === 0) return value;
    lost -= 1;
    throw problem(0, 'network', 'No answer came.');
  });
  return {
    client,
    contents,
    on: (method, path, answer) => void answers.set(`${method} ${path}`, answer),
    refuseNext: (refusal) => void refusals.push(refusal),
    loseNextAnswer: () => void (lost += 1),
    saveElsewhere(id, changes) {
      const saved = { ...stored(contents, id), ...changes, id };
      return keep(contents, { ...saved, rev: saved.rev + 1 });
    },
  };
}

function answerOf(request: SentRequest, contents: Map<string, ContentRecord>, made: Map<string, ContentRecord>): unknown {
  const { method, path, params, body, ifMatch, intent } = request;
  if (path === '/contents/{id}') {
    const piece = stored(contents, params?.path?.['id'] ?? '');
    if (method === 'get') return piece;
    if (ifMatch !== undefined && ifMatch !== piece.rev)
      throw problem(412, 'precondition_failed', 'Somebody else saved it meanwhile.', { problem: { currentRev: piece.rev } });
    if (method !== 'delete') return keep(contents, { ...piece, ...(body as Partial<ContentRecord>), id: piece.id, rev: piece.rev + 1 });
    contents.delete(piece.id);
    return null;
  }
  if (path === '/contents' && method === 'post') {
    const key = intent?.key ?? String(made.size);
    const piece = made.get(key) ?? contentRecord({ slug: '', ...(body as Partial<ContentRecord>), id: `new-${made.size + 1}`, rev: 1 });
    made.set(key, piece);
    return keep(contents, piece);
  }
  if (path === '/contents') return { items: [...contents.values()], count: contents.size };
  return method === 'get' ? { items: [] } : { id: 'made' };
}

function stored(contents: ReadonlyMap<string, ContentRecord>, id: string): ContentRecord {
  const piece = contents.get(id);
  if (piece === undefined) throw problem(404, 'not_found', `There is no piece ${id}.`);
  return piece;
}

function keep(contents: Map<string, ContentRecord>, piece: ContentRecord): ContentRecord {
  contents.set(piece.id, piece);
  return piece;
}
