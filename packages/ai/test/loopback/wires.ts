import { crc32 } from 'node:zlib';
import type { Recorded, Reply, Wire } from './server.ts';

/** The vendors' answer in tests; it must not appear in any event or error. */
export const ANSWER = 'The lighthouse keeper answers quietly tonight.';
export const CHUNKS = ['The lighthouse ', 'keeper answers ', 'quietly tonight.'] as const;
export const USAGE = { promptTokens: 11, completionTokens: 7, totalTokens: 18 } as const;

const sse = (events: readonly unknown[], done = true): string[] => [
  ...events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
  ...(done ? ['data: [DONE]\n\n'] : []),
];
const streaming = (chunks: readonly (string | Uint8Array)[], type = 'text/event-stream'): Reply => ({ type, chunks });

/** The requested features, in addition to the answer {@link ANSWER}. */
function requestedFeatures(request: Recorded): { tool: boolean; object: boolean } {
  return { tool: /call the tool/i.test(request.body) && !/RESULT-OF-TOOL/.test(request.body), object: /give json/i.test(request.body) };
}

const OBJECT = '{"title":"Harbour","pages":3}';

/** OpenAI's wire: chat completions, responses, embeddings, images, models. */
export const openaiWire: Wire = (request) => {
  const { tool, object } = requestedFeatures(request);
  const content = object ? OBJECT : ANSWER;
  if (request.path.endsWith('/embeddings')) {
    const input = request.json['input'];
    const data = (Array.isArray(input) ? input : [input]).map((_text, index) => ({
      object: 'embedding',
      index,
      embedding: [0.1, 0.2, index],
    }));
    return { json: { object: 'list', data, model: 'embedder', usage: { prompt_tokens: 4, total_tokens: 4 } } };
  }
  if (request.path.includes('/pipeline/feature-extraction')) {
    return { json: (request.json['inputs'] as string[]).map((_text, index) => [0.1, 0.2, index]) };
  }
  if (request.path.endsWith('/models')) {
    return {
      json: {
        object: 'list',
        data: [{ id: 'text-embedding-x' }, { id: 'whisper-1' }, { id: 'chat-one', shutdown_date: '2027-01-14' }, { id: 'flux-image' }],
      },
    };
  }
  if (request.path.endsWith('/audio/transcriptions')) return { json: { text: ANSWER } };
  if (request.path.includes('/images/')) return { json: { created: 1, data: [{ b64_json: PNG_BASE64 }] } };
  if (request.path.endsWith('/responses')) return { json: responsesReply(content) };
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'answering-model' };
  const toolCalls = [{ id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"name":"Harbour"}' } }];
  if (request.json['stream'] === true) {
    const chunk = (delta: object, finish: string | null = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const body = tool
      ? [chunk({ tool_calls: toolCalls.map((call, index) => ({ index, ...call })) }), chunk({}, 'tool_calls')]
      : [...(object ? [OBJECT] : CHUNKS).map((text) => chunk({ content: text })), chunk({}, 'stop')];
    return streaming(sse([...body, { ...head, object: 'chat.completion.chunk', choices: [], usage }]));
  }
  const message = tool ? { role: 'assistant', content: null, tool_calls: toolCalls } : { role: 'assistant', content };
  return {
    json: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: tool ? 'tool_calls' : 'stop' }], usage },
    headers: { 'x-litellm-response-cost': '0.0021' },
  };
};

function responsesReply(text: string): unknown {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    model: 'answering-model',
    status: 'completed',
    output: [
      { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
    usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18, output_tokens_details: { reasoning_tokens: 2 } },
  };
}

/** Anthropic's wire. */
export const anthropicWire: Wire = (request) => {
  const { tool, object } = requestedFeatures(request);
  if (request.path.includes('/v1/models')) {
    const second = request.path.includes('after_id=');
    return {
      json: second
        ? { data: [{ id: 'claude-b', display_name: 'B' }], has_more: false, last_id: 'claude-b' }
        : { data: [{ id: 'claude-a', display_name: 'A' }], has_more: true, last_id: 'claude-a' },
    };
  }
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'answering-model' };
  const jsonTool = (request.json['tools'] as { name: string }[] | undefined)?.some((entry) => entry.name === 'json');
  const use = jsonTool && object ? { name: 'json', input: JSON.parse(OBJECT) as object } : { name: 'look_up', input: { name: 'Harbour' } };
  const usesTool = tool || (object && jsonTool === true);
  const thinking = (request.json['thinking'] as { type?: string } | undefined)?.type;
  const thought =
    thinking === 'enabled' || thinking === 'adaptive' ? [{ type: 'thinking', thinking: 'Considering.', signature: 'SIGNED' }] : [];
  if (request.json['stream'] === true) {
    const texts = object ? [OBJECT] : CHUNKS;
    const blocks = usesTool
      ? [
          { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: use.name, input: {} } },
          { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: JSON.stringify(use.input) } },
        ]
      : [
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          ...texts.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
        ];
    const events = [
      { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: { input_tokens: 11, output_tokens: 1 } } },
      ...blocks,
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: usesTool ? 'tool_use' : 'end_turn' }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ];
    return streaming(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
  }
  const content = usesTool ? { type: 'tool_use', id: 'toolu_1', ...use } : { type: 'text', text: object ? OBJECT : ANSWER };
  return {
    json: {
      ...head,
      content: [...thought, content],
      stop_reason: usesTool ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 7 },
    },
  };
};

/** Gemini's wire. */
export const geminiWire: Wire = (request) => {
  const { tool, object } = requestedFeatures(request);
  if (request.path.includes(':embedContent')) return { json: { embedding: { values: [0.1, 0.2, 0] } } };
  if (request.path.includes(':predict')) {
    const instances = request.json['instances'] as unknown[];
    return {
      json: {
        predictions: instances.map((_one, index) => ({ embeddings: { values: [0.1, 0.2, index], statistics: { token_count: 4 } } })),
      },
    };
  }
  if (request.path.includes(':batchEmbedContents')) {
    return { json: { embeddings: (request.json['requests'] as unknown[]).map((_one, index) => ({ values: [0.1, 0.2, index] })) } };
  }
  if (request.method === 'GET') {
    return {
      json: {
        models: [{ name: 'models/gemini-x', displayName: 'X', inputTokenLimit: 1000, supportedGenerationMethods: ['generateContent'] }],
      },
    };
  }
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 };
  const wantsImage = request.body.includes('"IMAGE"');
  const part = wantsImage
    ? { inlineData: { mimeType: 'image/png', data: PNG_BASE64 } }
    : tool
      ? { functionCall: { name: 'look_up', args: { name: 'Harbour' } }, thoughtSignature: 'SIGNED' }
      : { text: object ? OBJECT : ANSWER };
  const reply = (parts: unknown[], finishReason?: string) => ({
    candidates: [{ content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
    ...(finishReason === undefined ? {} : { usageMetadata }),
    modelVersion: 'answering-model',
  });
  if (!request.path.includes(':streamGenerateContent')) return { json: reply([part], 'STOP') };
  const texts = object ? [OBJECT] : CHUNKS;
  const events = tool
    ? [reply([part], 'STOP')]
    : texts.map((text, index) => reply([{ text }], index === texts.length - 1 ? 'STOP' : undefined));
  return streaming(sse(events, false));
};

/** Bedrock's wire, its binary event stream included. */
export const bedrockWire: Wire = (request) => {
  const { tool, object } = requestedFeatures(request);
  if (request.path.includes('/foundation-models')) {
    return {
      json: {
        modelSummaries: [
          { modelId: 'titan', modelName: 'Titan', modelLifecycle: { status: 'LEGACY', endOfLifeTime: '2026-12-31T00:00:00Z' } },
        ],
      },
    };
  }
  if (request.path.endsWith('/invoke')) {
    return request.json['taskType'] === 'TEXT_IMAGE'
      ? { json: { images: [PNG_BASE64] } }
      : { json: { embedding: [0.1, 0.2, 0], inputTextTokenCount: 4 } };
  }
  const usage = { inputTokens: 11, outputTokens: 7, totalTokens: 18 };
  const tools = (request.json['toolConfig'] as { tools?: { toolSpec?: { name: string } }[] } | undefined)?.tools ?? [];
  const jsonTool = object && tools.some((entry) => entry.toolSpec?.name === 'json');
  const usesTool = tool || jsonTool;
  const use = jsonTool
    ? { toolUseId: 't1', name: 'json', input: JSON.parse(OBJECT) as object }
    : { toolUseId: 't1', name: 'look_up', input: { name: 'Harbour' } };
  if (!request.path.endsWith('/converse-stream')) {
    const content = usesTool ? [{ toolUse: use }] : [{ text: object ? OBJECT : ANSWER }];
    return {
      json: {
        output: { message: { role: 'assistant', content } },
        stopReason: usesTool ? 'tool_use' : 'end_turn',
        usage,
        metrics: { latencyMs: 1 },
      },
    };
  }
  const texts = object ? [OBJECT] : CHUNKS;
  const blocks = usesTool
    ? [
        eventMessage('contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: use.toolUseId, name: use.name } } }),
        eventMessage('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: JSON.stringify(use.input) } } }),
      ]
    : texts.map((text) => eventMessage('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }));
  return streaming(
    [
      ...blocks,
      eventMessage('messageStart', { role: 'assistant' }),
      eventMessage('contentBlockStop', { contentBlockIndex: 0 }),
      eventMessage('messageStop', { stopReason: usesTool ? 'tool_use' : 'end_turn' }),
      eventMessage('metadata', { usage, metrics: { latencyMs: 1 } }),
    ],
    'application/vnd.amazon.eventstream',
  );
};

/** One message of `application/vnd.amazon.eventstream`: lengths, checksums, headers, payload. */
function eventMessage(type: string, payload: unknown): Buffer {
  const header = (name: string, value: string): Buffer => {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, text.length >> 8, text.length & 255]), text]);
  };
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const uint = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value >>> 0);
    return bytes;
  };
  const withoutSum = Buffer.concat([prelude, uint(crc32(prelude)), headers, body]);
  return Buffer.concat([withoutSum, uint(crc32(withoutSum))]);
}

/** Ollama's native wire. */
export const ollamaWire: Wire = (request) => {
  const { tool, object } = requestedFeatures(request);
  if (request.path === '/api/tags') {
    return {
      json: {
        models: [
          { name: 'nomic-embed:latest', model: 'nomic-embed:latest' },
          { name: 'base:7b', model: 'base:7b' },
          { name: 'small-instruct:latest', model: 'small-instruct:latest' },
        ],
      },
    };
  }
  if (request.path === '/api/show')
    return { json: { capabilities: String(request.json['model']).includes('embed') ? ['embedding'] : ['completion', 'tools'] } };
  if (request.path === '/api/embed') {
    return { json: { embeddings: (request.json['input'] as unknown[]).map((_one, index) => [0.1, 0.2, index]), prompt_eval_count: 4 } };
  }
  const calls = [{ function: { name: 'look_up', arguments: { name: 'Harbour' } } }];
  const last = { model: 'answering-model', done: true, done_reason: 'stop', prompt_eval_count: 11, eval_count: 7 };
  if (request.json['stream'] === true) {
    const lines = tool
      ? [{ message: { role: 'assistant', content: '', tool_calls: calls }, done: false }]
      : (object ? [OBJECT] : CHUNKS).map((content) => ({ message: { role: 'assistant', content }, done: false }));
    return streaming(
      [...lines, { ...last, message: { role: 'assistant', content: '' } }].map((line) => `${JSON.stringify(line)}\n`),
      'application/x-ndjson',
    );
  }
  const message = tool ? { role: 'assistant', content: '', tool_calls: calls } : { role: 'assistant', content: object ? OBJECT : ANSWER };
  return { json: { ...last, message } };
};

/** A picture of one pixel. */
export const PNG_BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const PNG = new Uint8Array(Buffer.from(PNG_BASE64, 'base64'));
