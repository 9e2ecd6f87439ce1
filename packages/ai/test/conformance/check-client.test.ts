import { describe, expect, it } from 'vitest';
import {
  askServer,
  checkClient,
  createUpstream,
  habits,
  modelName,
  shapesOf,
  type Ask,
  type ConformanceReport,
  type ConformanceWire,
  type EndReason,
} from '../../src/conformance.ts';
import { getAI } from '../../src/index.ts';

const upstream = createUpstream();
const failed = ({ results }: ConformanceReport) => results.filter(({ outcome }) => outcome !== 'passed');

/** This library as the client. */
async function askByLibrary(wire: ConformanceWire): Promise<Ask> {
  const ai = await getAI({ type: wire === 'messages' ? 'anthropic' : 'openai', apiKey: 'sk-conformance-123456', fetch: upstream }, {});
  return async ({ model, stream, signal }) => {
    const messages = [{ role: 'user', content: 'Where is the ship?' }] as const;
    const { content, toolCalls, finishReason, usage } = await (stream
      ? ai.stream(messages, { model, signal }).response
      : ai.chat(messages, { model, signal }));
    return {
      text: content,
      toolCalls: (toolCalls ?? []).map(({ function: { name, arguments: args } }) => ({ name, arguments: JSON.parse(args) as unknown })),
      end: finishReason as EndReason,
      ...(usage === undefined ? {} : { inputTokens: usage.promptTokens, outputTokens: usage.completionTokens }),
    };
  };
}

describe.each(['chat-completions', 'messages'] as const)('the recorded shapes of %s', (wire) => {
  it('are read by this library, with every habit, and damaged ones end', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const report = await checkClient({ wire, ask: await askByLibrary(wire), mutations: 40 });
      expect(failed(report)).toEqual([]);
      expect(report.passed).toBeGreaterThan(1500);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  }, 60_000);

  it('pass a gateway that passes everything on, as they are documented', async () => {
    const report = await checkClient({
      wire,
      ask: askServer({ wire, baseUrl: 'http://gateway.example/v1', fetch: upstream }),
      mutations: 0,
    });
    const documented = report.results.filter(({ id }) => id.split('/').length === 3);
    // A content of parts is documented by a vendor, and is strictly not of this wire.
    expect(documented.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual(
      wire === 'messages' ? [] : ['chat-completions/content-parts/plain'],
    );
  });

  it('find a gateway that answers refusals, loses calls, and never ends', async () => {
    const ask = await askByLibrary(wire);
    const answersAll: Ask = (request) => ask(request).catch(() => ({ text: '', toolCalls: [], end: 'stop' }));
    const losesCalls: Ask = async (request) => ({ ...(await ask(request)), toolCalls: [] });
    const neverEnds: Ask = (request) => (request.model.startsWith('text') ? new Promise(() => undefined) : ask(request));
    const failures = async (broken: Ask) =>
      failed(await checkClient({ wire, ask: broken, mutations: 0, timeout: 20 })).map(({ id }) => id.split('/')[1]);
    const refusals = shapesOf(wire).filter(({ expected }) => 'failure' in expected);
    expect(new Set(await failures(answersAll))).toEqual(new Set(refusals.map(({ id }) => id)));
    expect([...new Set(await failures(losesCalls))].every((id) => id?.includes('tool'))).toBe(true);
    expect(new Set(await failures(neverEnds))).toContain('text');
  }, 30_000);
});

it('damages the same response in the same way for the same number', async () => {
  const read = async (seed: number): Promise<string> => {
    const response = await upstream('http://vendor.example/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: modelName('two-tools', seed), stream: true }),
    });
    return response.text().catch((failure: unknown) => String(failure));
  };
  const seeds = Array.from({ length: 60 }, (_one, index) => index + 1);
  const [first, second] = [await Promise.all(seeds.map(read)), await Promise.all(seeds.map(read))];
  expect(first).toEqual(second);
  expect(new Set(first).size).toBeGreaterThan(40);
});

it('has at least twenty habits, each with an id of its own, and refuses what it does not know', async () => {
  expect(habits.length).toBeGreaterThan(25);
  expect(new Set(habits.map(({ id }) => id)).size).toBe(habits.length);
  const ask = async (path: string, model: string) =>
    (await upstream(`http://vendor.example${path}`, { method: 'POST', body: JSON.stringify({ model }) })).status;
  expect(await ask('/v1/chat/completions', 'no-such-shape')).toBe(404);
  expect(await ask('/v1/chat/completions', 'text~no-such-habit')).toBe(404);
  expect(await ask('/v1/embeddings', 'text')).toBe(404);
  expect(await ask('/v1/chat/completions', 'openai/text')).toBe(200);
});
