import { asList, asRecord, parseObject } from './json.ts';
import { readResponse, type Reading } from './read-response.ts';
import { runCheck, Skipped, toReport } from './report.ts';
import { bodyOf, listModels, send, type Question, type ServerOptions } from './requests.ts';
import type { ConformanceReport, ConformanceWire, WireAnswer } from './types.ts';

/** What {@link checkServer} needs. */
export interface CheckServerOptions extends ServerOptions {
  /** A model that answers with text and calls tools. */
  model: string;
}

interface Check {
  id: string;
  title: string;
  /** The wire that has it; absent: both. */
  wire?: ConformanceWire;
  run: (server: Server) => Promise<readonly string[]>;
}

/** The most that the ceiling checks let a model write. */
const CEILING = 16;
const LONG = 'Count from one to five hundred in words, one number a line.';
const AT_ONCE = 8;

/** The server, asked with one model. */
class Server {
  readonly options: CheckServerOptions;

  constructor(options: CheckServerOptions) {
    this.options = options;
  }

  async ask(question: Partial<Question> = {}): Promise<Reading> {
    const { options } = this;
    const body = bodyOf(options.wire, { model: options.model, ...question });
    return readResponse(options.wire, await send(options, body), question.stream === true);
  }

  /** Sends a body as it is. */
  async refuse(body: string | Readonly<Record<string, unknown>>, apiKey?: string): Promise<Reading> {
    const { wire } = this.options;
    return readResponse(wire, await send(this.options, body, apiKey === undefined ? {} : { apiKey }), false);
  }
}

/** The faults of a reading, with those of its answer. */
function faultsOf(reading: Reading, check: (answer: WireAnswer) => readonly (string | false)[] = () => []): string[] {
  if (reading.answer !== undefined) return [...reading.faults, ...check(reading.answer).filter((fault) => fault !== false)];
  const said = reading.failure === undefined ? [] : [`the server refused with status ${reading.failure.status}`];
  return [...said, ...reading.faults];
}

const hasText = ({ text }: WireAnswer): readonly (string | false)[] => [text.trim() === '' && 'the answer has no text'];
const hasCounts = ({ inputTokens, outputTokens }: WireAnswer): readonly (string | false)[] => [
  (inputTokens ?? 0) < 1 && 'the answer reports no tokens of the prompt',
  (outputTokens ?? 0) < 1 && 'the answer reports no tokens of the answer',
];
const isBounded = (answer: WireAnswer): readonly (string | false)[] => [
  answer.end !== 'length' && `the end is \`${answer.end}\` instead of the ceiling`,
  (answer.outputTokens ?? 0) > CEILING && `${String(answer.outputTokens)} tokens were billed, and the ceiling is ${CEILING}`,
];
const callsTool = ({ toolCalls }: WireAnswer): readonly (string | false)[] => [
  toolCalls.length === 0 && 'there is no call of the tool that was asked for',
  toolCalls.some(({ name }) => name !== 'berth_of') && 'a tool is called that does not exist',
  toolCalls.some(({ arguments: args }) => typeof asRecord(args)['ship'] !== 'string') && 'the arguments do not fit the parameters',
];

/** The faults of a refusal that should have one of some statuses. */
function refusedBy(reading: Reading, statuses: readonly number[]): string[] {
  if (reading.failure === undefined) return ['the request was answered instead of refused'];
  const { status } = reading.failure;
  return [...(statuses.includes(status) ? [] : [`the status is ${status} instead of ${statuses.join(' or ')}`]), ...reading.faults];
}

const WRONG_KEY = 'sk-conformance-0000000000000000000000000000';
const requireKey = ({ options }: Server): void => {
  if (options.apiKey === undefined) throw new Skipped('no key was given');
};

const checks: readonly Check[] = [
  { id: 'answer/plain', title: 'answers at once', run: async (server) => faultsOf(await server.ask(), hasText) },
  { id: 'answer/stream', title: 'answers in a stream', run: async (server) => faultsOf(await server.ask({ stream: true }), hasText) },
  { id: 'counts/plain', title: 'counts the tokens of an answer', run: async (server) => faultsOf(await server.ask(), hasCounts) },
  {
    id: 'counts/stream',
    title: 'counts the tokens of a stream',
    run: async (server) => faultsOf(await server.ask({ stream: true }), hasCounts),
  },
  {
    id: 'ceiling/plain',
    title: 'keeps the ceiling of an answer',
    run: async (server) => faultsOf(await server.ask({ text: LONG, maxTokens: CEILING }), isBounded),
  },
  {
    id: 'ceiling/stream',
    title: 'keeps the ceiling of a stream',
    run: async (server) => faultsOf(await server.ask({ text: LONG, maxTokens: CEILING, stream: true }), isBounded),
  },
  {
    id: 'tools/plain',
    title: 'calls the tool that is asked for',
    run: async (server) => faultsOf(await server.ask({ text: 'Where is the Cap San Diego?', tool: true }), callsTool),
  },
  {
    id: 'tools/stream',
    title: 'calls the tool in a stream',
    run: async (server) => faultsOf(await server.ask({ text: 'Where is the Cap San Diego?', tool: true, stream: true }), callsTool),
  },
  {
    id: 'tools/result',
    title: 'takes the result of a tool',
    run: async (server) => faultsOf(await server.ask({ text: 'Where is the Cap San Diego?', history: true })),
  },
  {
    id: 'schema',
    title: 'answers with JSON that fits a schema',
    wire: 'chat-completions',
    run: async (server) =>
      faultsOf(await server.ask({ text: 'Hamburg.', schema: true }), ({ text }) => {
        const { city, country } = parseObject(text) ?? {};
        return [(typeof city !== 'string' || typeof country !== 'string') && 'the text is no JSON that fits the schema'];
      }),
  },
  {
    id: 'text/unicode',
    title: 'takes text of every script',
    run: async (server) => faultsOf(await server.ask({ text: 'Translate: Ναυτικό λιμάνι 港口 ميناء 🚢 “quay” \u0000 \u2028' })),
  },
  {
    id: 'errors/key',
    title: 'refuses a wrong key, and does not repeat it',
    async run(server) {
      requireKey(server);
      const reading = await server.refuse(bodyOf(server.options.wire, { model: server.options.model }), WRONG_KEY);
      const repeats = reading.body?.includes(WRONG_KEY) === true ? ['the refusal repeats the key'] : [];
      return [...refusedBy(reading, [401, 403]), ...repeats];
    },
  },
  {
    id: 'errors/key-of-a-stream',
    title: 'refuses a wrong key before a stream begins',
    async run(server) {
      requireKey(server);
      return refusedBy(
        await server.refuse(bodyOf(server.options.wire, { model: server.options.model, stream: true }), WRONG_KEY),
        [401, 403],
      );
    },
  },
  {
    id: 'errors/model',
    title: 'refuses a model that is not there',
    run: async (server) =>
      refusedBy(await server.refuse(bodyOf(server.options.wire, { model: 'no-such-model-of-conformance' })), [400, 403, 404]),
  },
  { id: 'errors/json', title: 'refuses a body that is no JSON', run: async (server) => refusedBy(await server.refuse('{"model":'), [400]) },
  {
    id: 'errors/ceiling',
    title: 'refuses a negative ceiling',
    run: async (server) =>
      refusedBy(await server.refuse(bodyOf(server.options.wire, { model: server.options.model, maxTokens: -1 })), [400, 422]),
  },
  {
    id: 'errors/messages',
    title: 'refuses a request without messages',
    run: async (server) => refusedBy(await server.refuse({ model: server.options.model, max_tokens: CEILING }), [400, 422]),
  },
  {
    id: 'leave/stream',
    title: 'goes on after a reader has left a stream',
    async run(server) {
      const { options } = server;
      const leaving = new AbortController();
      const response = await send(options, bodyOf(options.wire, { model: options.model, text: LONG, stream: true }), {
        signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(options.timeout ?? 30_000)]),
      });
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      leaving.abort();
      return faultsOf(await server.ask());
    },
  },
  {
    id: 'at-once',
    title: `answers ${AT_ONCE} requests at once, each with an id of its own`,
    async run(server) {
      const readings = await Promise.all(Array.from({ length: AT_ONCE }, (_one, index) => server.ask({ stream: index % 2 === 1 })));
      const ids = new Set(readings.map(({ id }) => id));
      return [...new Set(readings.flatMap((reading) => faultsOf(reading))), ...(ids.size < AT_ONCE ? ['two answers have one id'] : [])];
    },
  },
  {
    id: 'models',
    title: 'lists its models',
    async run({ options }) {
      const response = await listModels(options);
      if (response.status === 404 || response.status === 405) throw new Skipped('there is no list');
      const { data } = parseObject(await response.text()) ?? {};
      const isList = Array.isArray(data) && asList(data).every((row) => typeof asRecord(row)['id'] === 'string');
      return response.status === 200 && isList ? [] : ['`data` is no list of models with ids'];
    },
  },
];

/**
 * Checks that a server speaks its wire as documented: answers, streams, counts, ceilings, tools, refusals. It is asked about thirty short
 * questions, one after the other; a model behind it is billed for them. Nothing is thrown: what goes wrong is in the report.
 *
 * @example
 * const report = await checkServer({ wire: 'chat-completions', baseUrl: 'http://localhost:4000/v1', apiKey, model: 'gpt-6-luna' });
 * console.log(formatReport(report));
 */
export async function checkServer(options: CheckServerOptions): Promise<ConformanceReport> {
  const server = new Server(options);
  const results = [];
  for (const { id, title, wire, run } of checks) {
    if (wire !== undefined && wire !== options.wire) continue;
    results.push(await runCheck(`${options.wire}/${id}`, title, () => run(server)));
  }
  return toReport(results);
}
