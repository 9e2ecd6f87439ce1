import type { Json } from './recorded.ts';
import type { ConformanceWire } from './types.ts';

/** The server to check. */
export interface ServerOptions {
  wire: ConformanceWire;
  /** For `chat-completions` where `/chat/completions` is appended (`https://host/v1`), for `messages` where `/v1/messages` is. */
  baseUrl: string;
  /** Absent: no key is sent, and the checks of keys are skipped. */
  apiKey?: string;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds for each request. Default 30000. */
  timeout?: number;
}

/** What is asked, in words that both wires have. */
export interface Question {
  model: string;
  text?: string;
  maxTokens?: number;
  stream?: boolean;
  /** Whether the answer must be a call of the tool `berth_of`. */
  tool?: boolean;
  /** Whether the history has a call and its result. */
  history?: boolean;
  /** Whether the answer must fit a schema. */
  schema?: boolean;
}

/** The only tool that is offered. */
export const TOOL = {
  name: 'berth_of',
  description: 'Returns the berth of a ship.',
  parameters: {
    type: 'object',
    properties: { ship: { type: 'string', description: 'The name of the ship' } },
    required: ['ship'],
    additionalProperties: false,
  },
} as const;

/** The schema that is asked for. */
export const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
} as const;

/** The body of a request. */
export function bodyOf(wire: ConformanceWire, question: Question): Json {
  return wire === 'messages' ? messagesBody(question) : chatBody(question);
}

function chatBody({ model, text = 'Name a harbour.', maxTokens = 256, stream = false, tool, history, schema }: Question): Json {
  const args = '{"ship":"Cap San Diego"}';
  const past = [
    { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: TOOL.name, arguments: args } }] },
    { role: 'tool', tool_call_id: 'call_1', content: '{"berth":"K-12"}' },
  ];
  return {
    model,
    max_tokens: maxTokens,
    messages: [{ role: 'user', content: text }, ...(history === true ? past : [])],
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    ...(tool === true || history === true ? { tools: [{ type: 'function', function: TOOL }] } : {}),
    ...(tool === true ? { tool_choice: { type: 'function', function: { name: TOOL.name } } } : {}),
    ...(schema === true ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: SCHEMA } } } : {}),
  };
}

function messagesBody({ model, text = 'Name a harbour.', maxTokens = 256, stream = false, tool, history }: Question): Json {
  const { name, description, parameters } = TOOL;
  const past = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input: { ship: 'Cap San Diego' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '{"berth":"K-12"}' }] },
  ];
  return {
    model,
    max_tokens: maxTokens,
    messages: [{ role: 'user', content: text }, ...(history === true ? past : [])],
    ...(stream ? { stream } : {}),
    ...(tool === true || history === true ? { tools: [{ name, description, input_schema: parameters }] } : {}),
    ...(tool === true ? { tool_choice: { type: 'tool', name } } : {}),
  };
}

/** Sends a body, which may be no JSON. */
export async function send(
  options: ServerOptions,
  body: Json | string,
  { signal, apiKey = options.apiKey }: { signal?: AbortSignal; apiKey?: string | undefined } = {},
): Promise<Response> {
  const path = options.wire === 'messages' ? '/v1/messages' : '/chat/completions';
  return (options.fetch ?? globalThis.fetch)(`${root(options)}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization(options.wire, apiKey), ...options.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(options.timeout ?? 30_000),
  });
}

/** Asks for the list of models. */
export async function listModels(options: ServerOptions): Promise<Response> {
  const path = options.wire === 'messages' ? '/v1/models' : '/models';
  return (options.fetch ?? globalThis.fetch)(`${root(options)}${path}`, {
    headers: { ...authorization(options.wire, options.apiKey), ...options.headers },
    signal: AbortSignal.timeout(options.timeout ?? 30_000),
  });
}

const root = ({ baseUrl }: ServerOptions): string => baseUrl.replace(/\/+$/, '');

function authorization(wire: ConformanceWire, apiKey: string | undefined): Record<string, string> {
  if (wire === 'messages') return { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
