import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createSpendingLimit,
  getAI,
  withFallback,
  type AIOptions,
  type BatchHandle,
  type RequestEvent,
  type UsageEvent,
} from '../src/index.ts';
import { LoopbackVendor, type Recorded, type Wire } from './loopback/server.ts';

const PROMPT = 'Sum up the harbour report, please.';
const ANSWER = 'Three ships, two gulls.';
const KEY = 'sk-batch-secret-0123456789';
const ask = [{ role: 'user', content: PROMPT }] as const;
const requests = [
  { id: 'one', messages: ask },
  { id: 'two', messages: ask, options: { maxTokens: 50, temperature: 0.2 } },
  { id: 'three', messages: ask },
];

/** The vendor's word for the status of its batch. */
let state = 'validating';
/** The content of the file of requests. */
let uploaded: Record<string, unknown>[] = [];
const lines = (...rows: unknown[]) => ({ bytes: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), type: 'application/jsonl' });
const chatAnswer = (content: string) => ({
  model: 'gpt-6-luna-2026',
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 4 },
});

/** Files and batches of OpenAI's API. */
const openaiWire: Wire = (request) => {
  if (request.method === 'POST' && request.path.endsWith('/files')) {
    uploaded = readJsonLines(request);
    return { json: { id: 'file-in', object: 'file' } };
  }
  if (request.path.endsWith('/files/file-out/content')) {
    return lines(
      { custom_id: 'two', response: { status_code: 200, body: chatAnswer(ANSWER) }, error: null },
      { custom_id: 'one', response: { status_code: 200, body: chatAnswer('{"ships":3}') }, error: null },
    );
  }
  if (request.path.endsWith('/files/file-bad/content')) {
    const body = { error: { message: `refused: ${PROMPT}`, code: 'invalid_prompt' } };
    return lines({ custom_id: 'three', response: { status_code: 400, body }, error: null });
  }
  const files = state === 'completed' ? { output_file_id: 'file-out', error_file_id: 'file-bad' } : { output_file_id: null };
  return { json: { id: 'batch_1', status: state, request_counts: { total: 3, completed: 2, failed: 1 }, ...files } };
};

/** Batches of the Messages wire. */
const messagesWire: Wire = (request) => {
  if (request.path.endsWith('/results')) {
    const message = { model: 'claude-x', content: [{ type: 'text', text: ANSWER }], stop_reason: 'end_turn' };
    return lines(
      { custom_id: 'two', result: { type: 'succeeded', message: { ...message, usage: { input_tokens: 10, output_tokens: 4 } } } },
      {
        custom_id: 'one',
        result: { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error', message: PROMPT } } },
      },
      { custom_id: 'three', result: { type: 'expired' } },
    );
  }
  const ended = state === 'completed';
  return {
    json: {
      id: 'msgbatch_1',
      processing_status: ended ? 'ended' : state === 'validating' ? 'in_progress' : state,
      request_counts: { processing: ended ? 0 : 3, succeeded: ended ? 1 : 0, errored: ended ? 1 : 0, canceled: 0, expired: ended ? 1 : 0 },
      results_url: 'http://127.0.0.1:1/elsewhere',
    },
  };
};

function readJsonLines({ body }: Recorded): Record<string, unknown>[] {
  return body.split(/\r?\n/).flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
}

let vendor: LoopbackVendor;
const usage: UsageEvent[] = [];
const events: RequestEvent[] = [];
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
  state = 'validating';
  uploaded = [];
  usage.length = 0;
  events.length = 0;
});
const make = (type: 'openai' | 'groq' | 'azure' | 'anthropic', options: AIOptions = {}) => {
  vendor.wire = type === 'anthropic' ? messagesWire : openaiWire;
  const listening = { onUsage: (event: UsageEvent) => usage.push(event), onRequest: (event: RequestEvent) => events.push(event) };
  return getAI({ type, apiKey: KEY, baseUrl: `${vendor.url}/v1`, defaultModel: 'gpt-6-luna', ...listening, ...options }, {});
};
const revive = (handle: BatchHandle): BatchHandle => JSON.parse(JSON.stringify(handle)) as BatchHandle;

describe.each(['openai', 'groq', 'azure'] as const)('a batch over the wire of OpenAI: %s', (type) => {
  it('is uploaded as a file, polled by another client, and downloaded as answers and failures', async () => {
    const handle = revive(await (await make(type)).submitBatch(requests));
    const endpoint = type === 'azure' ? '/chat/completions' : '/v1/chat/completions';
    expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/files', 'POST /v1/batches']);
    expect(vendor.requests[1]?.json).toEqual({ input_file_id: 'file-in', endpoint, completion_window: '24h' });
    expect(uploaded.map((line) => [line['custom_id'], line['method'], line['url']])).toEqual(
      ['one', 'two', 'three'].map((id) => [id, 'POST', endpoint]),
    );
    expect(uploaded.map((line) => (line['body'] as Record<string, unknown>)['max_completion_tokens'])).toEqual([4096, 50, 4096]);
    expect(usage).toHaveLength(0);

    const ai = await make(type);
    expect(await ai.getBatch(handle)).toEqual({ status: 'queued', rawStatus: 'validating', counts: { total: 3, succeeded: 2, failed: 1 } });
    await expect(ai.fetchBatchResults(handle)).rejects.toMatchObject({ code: 'BATCH_NOT_READY', retryable: true });
    state = 'completed';
    const results = await ai.fetchBatchResults(handle);
    expect(results.map(({ id }) => id)).toEqual(['two', 'one', 'three']);
    expect(results[0]).toMatchObject({ response: { content: ANSWER, finishReason: 'stop', usage: { promptTokens: 10 } } });
    expect(results[2]).toMatchObject({ error: { code: 'INVALID_REQUEST', message: expect.stringContaining('HTTP 400, invalid_prompt') } });
    expect(usage).toMatchObject([{ operation: 'fetchBatchResults', usage: { promptTokens: 20, completionTokens: 8 } }]);
    expect(JSON.stringify([events, usage, results[2]])).not.toMatch(/harbour|sk-batch/);
  });
});

describe('a batch over the Messages wire', () => {
  it('is sent in one body, and its answers are fetched from the same origin', async () => {
    const ai = await make('anthropic', { defaultModel: 'claude-haiku-5-5' });
    const handle = await ai.submitBatch(requests);
    expect(vendor.requests).toHaveLength(1);
    const sent = vendor.requests[0]?.json['requests'] as { custom_id: string; params: Record<string, unknown> }[];
    expect(vendor.requests[0]?.path).toBe('/v1/messages/batches');
    expect(sent.map(({ custom_id: id, params }) => [id, params['max_tokens'], params['thinking']])).toEqual([
      ['one', 4096, { type: 'disabled' }],
      ['two', 50, { type: 'disabled' }],
      ['three', 4096, { type: 'disabled' }],
    ]);
    expect(await ai.getBatch(handle)).toMatchObject({ status: 'running', counts: { total: 3, succeeded: 0, failed: 0 } });
    state = 'completed';
    expect(await ai.getBatch(handle)).toMatchObject({ status: 'succeeded', counts: { total: 3, succeeded: 1, failed: 2 } });
    expect(await ai.fetchBatchResults(handle)).toMatchObject([
      { id: 'two', response: { content: ANSWER, usage: { promptTokens: 10, completionTokens: 4 } } },
      { id: 'one', error: { code: 'INVALID_REQUEST', message: expect.stringContaining('invalid_request_error') } },
      { id: 'three', error: { code: 'BATCH_EXPIRED' } },
    ]);
    expect(vendor.requests.at(-1)?.path).toBe('/v1/messages/batches/msgbatch_1/results');
    await ai.cancelBatch(handle);
    expect(vendor.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/messages/batches/msgbatch_1/cancel' });
  });
});

describe('every batch', () => {
  it('treats an unknown status as running, and recognizes the final ones', async () => {
    const ai = await make('openai');
    const handle = await ai.submitBatch(requests);
    for (const [word, status] of [
      ['polishing', 'running'],
      ['cancelling', 'running'],
      ['failed', 'failed'],
      ['expired', 'expired'],
      ['cancelled', 'cancelled'],
    ] as const) {
      state = word;
      expect(await ai.getBatch(handle)).toMatchObject({ status, rawStatus: word });
    }
    expect(await ai.fetchBatchResults(handle)).toEqual([]);
    state = 'failed';
    await expect(ai.fetchBatchResults(handle)).rejects.toMatchObject({ code: 'BATCH_FAILED', retryable: false });
  });

  it('validates each answer against the requested shape', async () => {
    const ai = await make('openai');
    const schema = { type: 'object', properties: { ships: { type: 'integer' } }, required: ['ships'] };
    const responseFormat = { type: 'json_schema', schema } as const;
    const handle = await ai.submitBatch(requests.map((request) => ({ ...request, options: { responseFormat } })));
    expect((uploaded[0]!['body'] as Record<string, unknown>)['response_format']).toMatchObject({ type: 'json_schema' });
    state = 'completed';
    const results = await ai.fetchBatchResults(handle, { responseFormat });
    expect(results[0]).toMatchObject({ id: 'two', error: { code: 'INVALID_OBJECT' } });
    expect(results[1]).toMatchObject({ id: 'one', response: { object: { ships: 3 } } });
    expect(JSON.stringify(results[0])).not.toContain('gulls');
  });

  it('rejects invalid conversations before anything is sent, naming them', async () => {
    const ai = await make('openai');
    const refused: [unknown, string | RegExp][] = [
      [[], 'requests'],
      [[{ id: 'a b', messages: ask }], 'requests[0].id'],
      [[requests[0], { ...requests[0] }], 'requests[1].id'],
      [[{ id: 'a', messages: [] }], 'requests[0]'],
      [[requests[0], { id: 'b', messages: [{ role: 'captain', content: 'x' }] }], /requests\[1\]: messages\[0\]\.role/],
      [[requests[0], { id: 'b', messages: ask, options: { maxTokens: 4097 } }], /requests\[1\]: maxTokens is 4097/],
      [[{ id: 'b', messages: ask, options: { maxToken: 5 } }], 'maxTokens'],
      [[{ id: 'b', messages: ask, options: { providerOptions: { openai: { n: 5 } } } }], 'more than one answer'],
      [
        [
          {
            id: 'b',
            messages: [{ role: 'user', content: [{ type: 'file', data: 'https://x.example/a.pdf', mimeType: 'application/pdf' }] }],
          },
        ],
        'bytes',
      ],
      [[null], 'requests[0]'],
      ['none', 'requests'],
    ];
    for (const [list, message] of refused) await expect(ai.submitBatch(list as never)).rejects.toThrow(message);
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }] as const;
    const both = [{ id: 'a', messages: ask, options: { tools, reasoning: { effort: 'low' } } }] as const;
    await expect(ai.submitBatch(both)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    await expect((await getAI({ type: 'mistral', apiKey: 'k' }, {})).submitBatch(requests)).rejects.toMatchObject({
      code: 'NOT_IMPLEMENTED',
    });
    for (const batchId of ['../files', 'a b', 'a?x', '', '..']) {
      const handle = { batchId, provider: 'general-hosted', model: 'm', createdAt: '' };
      await expect(ai.getBatch(handle)).rejects.toThrow('handle');
      await expect(ai.cancelBatch({ ...handle, provider: 'groq' })).rejects.toThrow('handle');
    }
    expect(vendor.requests).toHaveLength(0);
    expect(events.every((event) => event.status === 'rejected' && event.attempts === 0)).toBe(true);
  });

  it('is submitted once, and an uncertain failure is not retryable', async () => {
    const ai = await make('openai', { maxRetries: 5 });
    for (const fault of [{ kind: 'drop' }, { kind: 'status', status: 503 }, { kind: 'cut-body' }] as const) {
      vendor.reset();
      vendor.fault = fault;
      await expect(ai.submitBatch(requests)).rejects.toMatchObject({ retryable: false });
      expect(vendor.requests).toHaveLength(1);
    }
    vendor.reset();
    vendor.fault = { kind: 'status', status: 401 };
    const error = (await ai.submitBatch(requests).catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({ code: 'AUTH_ERROR' });
    expect(`${error.stack}`).not.toMatch(/harbour|sk-batch/);
  });

  it('reserves its maximum cost, and keeps the reservation', async () => {
    const prices = { 'gpt-6-luna': { inputPerMillion: 1, outputPerMillion: 10 } };
    const poor = await make('openai', { spending: createSpendingLimit({ maxCost: 0.05, prices }) });
    await expect(poor.submitBatch(requests)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    expect(vendor.requests).toHaveLength(0);
    const spending = createSpendingLimit({ maxCost: 1, prices });
    await (await make('openai', { spending })).submitBatch(requests);
    const { spent, reserved } = await spending.status();
    expect(spent).toBeGreaterThan((2 * 4096 + 50) / 100_000);
    expect(reserved).toBe(0);
  });

  it('falls back to the next provider only if the first certainly did not accept it, and is polled where it was accepted', async () => {
    const chain = withFallback([await getAI({ type: 'mistral', apiKey: 'k' }, {}), await make('openai')]);
    const handle = await chain.submitBatch(requests);
    expect(handle.provider).toBe('general-hosted');
    expect((await chain.getBatch(handle)).status).toBe('queued');
  });

  it('rejects invalid files, and stops reading one at the size limit', async () => {
    const ai = await make('openai', { maxResponseBytes: 2000 });
    const handle = await ai.submitBatch(requests);
    state = 'completed';
    const wire = openaiWire;
    vendor.wire = (request) => (request.path.endsWith('/content') ? { bytes: 'not json\n', type: 'text/plain' } : wire(request));
    await expect(ai.fetchBatchResults(handle)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    vendor.wire = (request) =>
      request.path.endsWith('/content') ? { bytes: `${'{}\n'.repeat(5000)}`, type: 'text/plain' } : wire(request);
    await expect(ai.fetchBatchResults(handle)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    const odd = [
      { custom_id: 5, response: null },
      { response: { status_code: 200, body: { choices: 'x' } } },
      [1],
      { error: { code: 'x' } },
    ];
    vendor.wire = (request) =>
      request.path.endsWith('/file-out/content') ? lines(...odd) : request.path.endsWith('/content') ? lines() : wire(request);
    const results = await ai.fetchBatchResults(handle);
    expect(results.every((result) => 'error' in result)).toBe(true);
    expect(results).toHaveLength(4);
  });
});
