import { AIError } from '../errors/errors.ts';

/** One exchange with a provider, without credentials. */
interface Exchange {
  method: string;
  url: string;
  body: string;
  status: number;
  headers: Record<string, string>;
  /** The response, as base64 if it is not text. */
  answer: string;
  encoding: 'text' | 'base64';
}

/** Options of {@link createRecorder}. */
export interface RecorderOptions {
  /** The file with the recorded exchanges, JSON. */
  file: string;
  /**
   * `record` sends requests and writes the file, `replay` reads it and sends nothing, `auto` replays if the file exists. Default
   * `auto`.
   */
  mode?: 'record' | 'replay' | 'auto';
}

/** A `fetch` for a client's options that records or replays. */
export interface Recorder {
  fetch: typeof globalThis.fetch;
  /** The effective mode: `auto` with an existing file is `replay`. */
  mode: () => Promise<'record' | 'replay'>;
}

/** The response headers that are recorded; none of them contains a credential. */
const KEPT = /^(?:content-type|retry-after|retry-after-ms|x-ratelimit-.*|x-litellm-response-cost)$/;

/**
 * Records the responses of a provider once and replays them, so that tests of a program need neither network nor key. Requests
 * are matched by method, URL and body; repeated requests get their responses in order, then the last one again. Neither request
 * headers nor query strings are written.
 *
 * @example
 * const { fetch } = createRecorder({ file: 'test/answers.json' });
 * const ai = await getAI({ type: 'openai', apiKey: process.env.OPENAI_API_KEY ?? 'none', fetch });
 */
export function createRecorder(options: RecorderOptions): Recorder {
  let exchanges: Exchange[] | undefined;
  const used = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  let mode: Promise<'record' | 'replay'> | undefined;
  const decide = (): Promise<'record' | 'replay'> => (mode ??= findMode(options));

  const answer: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const recordedRequest = { method: request.method, url: withoutQuery(request.url), body: await readBody(request) };
    if ((await decide()) === 'replay') {
      exchanges ??= await load(options.file);
      return replay(exchanges, recordedRequest, used, options.file);
    }
    const response = await fetch(request);
    const exchange = await keep(recordedRequest, response);
    exchanges ??= [];
    exchanges.push(exchange);
    const serialized = JSON.stringify(exchanges, undefined, 2);
    // Writes are serialized; each contains all exchanges so far.
    writing = writing.then(() => save(options.file, serialized));
    await writing;
    return toResponse(exchange);
  };
  return { fetch: answer, mode: decide };
}

/** The boundary of a form differs each time. */
async function readBody(request: Request): Promise<string> {
  const text = await request.clone().text();
  const boundary = /boundary=(\S+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

async function findMode({ mode = 'auto', file }: RecorderOptions): Promise<'record' | 'replay'> {
  if (mode !== 'auto') return mode;
  const { access } = await import('node:fs/promises');
  return access(file).then(
    () => 'replay' as const,
    () => 'record' as const,
  );
}

async function load(file: string): Promise<Exchange[]> {
  const { readFile } = await import('node:fs/promises');
  return JSON.parse(await readFile(file, 'utf8')) as Exchange[];
}

async function save(file: string, text: string): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(file, `${text}\n`);
}

function replay(
  exchanges: readonly Exchange[],
  recordedRequest: Pick<Exchange, 'method' | 'url' | 'body'>,
  used: Map<string, number>,
  file: string,
): Response {
  const fitting = exchanges.filter(
    ({ method, url, body }) => method === recordedRequest.method && url === recordedRequest.url && body === recordedRequest.body,
  );
  const key = JSON.stringify(recordedRequest);
  const turn = used.get(key) ?? 0;
  used.set(key, turn + 1);
  const found = fitting[Math.min(turn, fitting.length - 1)];
  if (found !== undefined) return toResponse(found);
  throw new AIError(`${file} holds no answer to ${recordedRequest.method} ${recordedRequest.url} with this body. Record it again.`, {
    code: 'INVALID_REQUEST',
  });
}

async function keep(recordedRequest: Pick<Exchange, 'method' | 'url' | 'body'>, response: Response): Promise<Exchange> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = /json|text|event-stream|xml/.test(response.headers.get('content-type') ?? 'text');
  return {
    ...recordedRequest,
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => KEPT.test(name))),
    answer: bytes.toString(isText ? 'utf8' : 'base64'),
    encoding: isText ? 'text' : 'base64',
  };
}

function toResponse({ status, headers, answer, encoding }: Exchange): Response {
  const body = encoding === 'text' ? answer : new Uint8Array(Buffer.from(answer, 'base64'));
  return new Response(status === 204 ? null : body, { status, headers });
}

function withoutQuery(url: string): string {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname}`;
}
