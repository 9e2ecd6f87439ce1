import { AIError } from '../errors/errors.ts';

/** One exchange with a provider, without credentials. */
interface Exchange {
  method: string;
  url: string;
  body: string;
  status: number;
  headers: Record<string, string>;
  /** The answer, as base64 where it is no text. */
  answer: string;
  encoding: 'text' | 'base64';
}

/** What {@link createRecorder} takes. */
export interface RecorderOptions {
  /** The file with the recorded exchanges, JSON. */
  file: string;
  /** `record` asks the provider and writes the file, `replay` reads it and never asks, `auto` replays when the file is there. Default `auto`. */
  mode?: 'record' | 'replay' | 'auto';
}

/** A `fetch` for a client's options, that records or replays. */
export interface Recorder {
  fetch: typeof globalThis.fetch;
  /** What it does: an `auto` that found its file replays. */
  mode: () => Promise<'record' | 'replay'>;
}

/** The response headers that are recorded; none of them holds a credential. */
const KEPT = /^(?:content-type|retry-after|retry-after-ms|x-ratelimit-.*|x-litellm-response-cost)$/;

/**
 * Records what a provider answers, once, and gives the same answers ever after, so that tests of a program need neither
 * network nor key. Requests are matched by method, address and body; the same request asked twice gets its answers in
 * order, the last one again. Neither headers of requests nor queries of addresses are written.
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
    const asked = { method: request.method, url: withoutQuery(request.url), body: await readBody(request) };
    if ((await decide()) === 'replay') {
      exchanges ??= await load(options.file);
      return replay(exchanges, asked, used, options.file);
    }
    const response = await fetch(request);
    const made = await keep(asked, response);
    exchanges ??= [];
    exchanges.push(made);
    const whole = JSON.stringify(exchanges, undefined, 2);
    // One write after the other, each of everything so far.
    writing = writing.then(() => save(options.file, whole));
    await writing;
    return toResponse(made);
  };
  return { fetch: answer, mode: decide };
}

/** The boundary of a form is another each time. */
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
  asked: Pick<Exchange, 'method' | 'url' | 'body'>,
  used: Map<string, number>,
  file: string,
): Response {
  const fitting = exchanges.filter(({ method, url, body }) => method === asked.method && url === asked.url && body === asked.body);
  const key = JSON.stringify(asked);
  const turn = used.get(key) ?? 0;
  used.set(key, turn + 1);
  const found = fitting[Math.min(turn, fitting.length - 1)];
  if (found !== undefined) return toResponse(found);
  throw new AIError(`${file} holds no answer to ${asked.method} ${asked.url} with this body. Record it again.`, {
    code: 'INVALID_REQUEST',
  });
}

async function keep(asked: Pick<Exchange, 'method' | 'url' | 'body'>, response: Response): Promise<Exchange> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = /json|text|event-stream|xml/.test(response.headers.get('content-type') ?? 'text');
  return {
    ...asked,
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
