import type { ProblemError } from '@colophon/client';
import type { ContentRecord } from '../state/records.ts';
import { type FakeClient, fakeClient, type SentRequest } from './fake-client.ts';
import { problem } from './problem.ts';
import { contentRecord } from './records.ts';

/** Answers a request: with a value, or by throwing a problem. */
export type FakeAnswer = (request: SentRequest) => unknown;

/** A server in memory for the tests of pages that components stand in. */
export interface FakeServer {
  /** What a `ColophonProvider` or the state of an editor is given. `client.sent` is what was asked of it, oldest first. */
  readonly client: FakeClient;
  /** The pieces as they are stored now, by id. */
  readonly contents: ReadonlyMap<string, ContentRecord>;
  /** Answers one route otherwise from now on; the path as the API document writes it, such as `/contents/{id}/reviews`. */
  on(method: string, path: string, answer: FakeAnswer): void;
  /** Refuses the next request, as `problem(503, 'unavailable')` or as `problem(0, 'network')`, and does not carry it out. */
  refuseNext(refusal: ProblemError): void;
  /** Carries the next request out and loses the answer. */
  loseNextAnswer(): void;
  /** Saves a piece as somebody else would: its revision is one higher. */
  saveElsewhere(id: string, changes: Partial<ContentRecord>): ContentRecord;
}

/**
 * Makes a server in memory that keeps pieces as a real one does: by revision, under `If-Match`, a piece made once for each idempotency
 * key. Lists that nobody scripted are empty.
 *
 * @example
 * const server = createFakeServer({ contents: [contentRecord({ id: '1', title: 'Budget' })] });
 * const { client } = server; // for the `ColophonProvider` around what is tested, an editor of piece 1 for one
 * server.saveElsewhere('1', { title: 'Council and budget' }); // the next save of the editor opens a merge
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
