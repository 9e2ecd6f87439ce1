import {
  AIError,
  createResponseCache,
  defineTool,
  getAI,
  runTools,
  withMiddleware,
  type AIOptions,
  type AIProvider,
} from '../../src/index.ts';

/** The addresses of the loopback servers. */
export interface Addresses {
  /** Answers; under `/fault/<name>` it fails. */
  vendor: string;
  /** Never answers. */
  silent: string;
  /** Nothing listens there. */
  closed: string;
}

type Outcome = { ok: unknown } | { error: string; retryable: boolean; retryAfter?: number };

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * The contract that every runtime is tested against: calls over each of our own wires, and the faults that a runtime reports in its own
 * way. Plain JSON, so that the outcomes of two runtimes can be compared. Options are explicit: no variable of the environment is needed.
 */
export async function runContract({ vendor, silent, closed }: Addresses): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      outcomes[name] = { ok: await work() };
    } catch (error) {
      outcomes[name] = AIError.isInstance(error)
        ? { error: error.code, retryable: error.retryable, ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }) }
        : { error: String(error), retryable: false };
    }
  };
  const openai = (options: AIOptions = {}): Promise<AIProvider> =>
    getAI({ type: 'openai', apiKey: 'test-key-0123456789', baseUrl: `${vendor}/v1`, ...options });
  const ai = await openai();

  await attempt('openai', async () => (await ai.chat(ask)).content);
  await attempt(
    'anthropic',
    async () => (await (await getAI({ type: 'anthropic', apiKey: 'k', baseUrl: `${vendor}/anthropic` })).chat(ask)).content,
  );
  await attempt(
    'ollama',
    async () => (await (await getAI({ type: 'ollama', defaultModel: 'm', baseUrl: `${vendor}/ollama` })).chat(ask)).content,
  );
  await attempt('stream', async () => {
    const types: string[] = [];
    for await (const event of ai.stream(ask).events()) types.push(event.type);
    return types;
  });
  await attempt('stream that is left', async () => {
    for await (const chunk of ai.stream(ask)) return chunk;
    return undefined;
  });
  await attempt('object', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' }, pages: { type: 'integer' } }, required: ['title'] };
    return (await ai.chat([{ role: 'user', content: 'Give JSON.' }], { responseFormat: { type: 'json_schema', schema } })).object;
  });
  await attempt('tools', async () => {
    const tool = defineTool({
      name: 'look_up',
      parameters: { type: 'object', properties: { name: { type: 'string' } } },
      execute: () => 'RESULT-OF-TOOL',
    });
    return (await runTools(ai, [{ role: 'user', content: 'Call the tool.' }], { tools: [tool] })).response?.content;
  });
  await attempt('picture', async () => (await ai.chat([{ role: 'user', content: [{ type: 'image', image: PNG }] }])).content);
  await attempt('embeddings', async () => (await ai.embed(['a', 'b'])).embeddings);
  await attempt('images', async () => {
    const [image] = (await ai.generateImage('A boat.')).images;
    return [image?.mimeType, image?.data.length];
  });
  await attempt('transcription', async () => (await ai.transcribe(new Uint8Array(64).fill(1), { mimeType: 'audio/mpeg' })).text);
  await attempt('speech', async () => {
    const speech = await getAI({ type: 'speech-local', endpoint: `${vendor}/speech`, dialect: 'openai' });
    return (await speech.synthesizeSpeech('Hello')).audio.length;
  });
  await attempt('cache', async () => {
    const cached = withMiddleware(ai, [createResponseCache()]);
    const answers = await Promise.all([cached.chat(ask), cached.chat(ask)]);
    // Either of them may be the first.
    return answers.map(({ usage }) => usage?.totalTokens ?? 'shared').toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  });

  for (const fault of ['401', '429', '500', 'redirect', 'page', 'malformed', 'drop'] as const) {
    const failing = await openai({ baseUrl: `${vendor}/fault/${fault}/v1` });
    await attempt(`chat, ${fault}`, async () => (await failing.chat(ask)).content);
    await attempt(`stream, ${fault}`, async () => (await failing.stream(ask).response).content);
    await attempt(`models, ${fault}`, async () => (await failing.getModels()).length);
  }
  const silentAI = await openai({ baseUrl: `${silent}/v1` });
  await attempt('timeout', async () => silentAI.chat(ask, { timeout: 300 }));
  await attempt('abort', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    return silentAI.chat(ask, { signal: controller.signal });
  });
  await attempt('nothing listens', async () => (await openai({ baseUrl: `${closed}/v1` })).chat(ask));
  return outcomes;
}
