import type { AIOptions, AIProvider } from '../../src/index.ts';
import { getAI } from '../../src/index.ts';
import type { LoopbackVendor, Reply, Wire } from './server.ts';

/** A reply of server-sent events: objects become JSON, texts are unchanged. */
export function events(...data: readonly unknown[]): Reply {
  return {
    type: 'text/event-stream',
    chunks: data.map((entry) => `data: ${typeof entry === 'string' ? entry : JSON.stringify(entry)}\n\n`),
  };
}

/** One chunk of chat completions. */
export function chunk(delta: unknown, finish: string | null = null): object {
  return { model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** A complete streamed answer with tool calls in the given pieces. */
export function callsIn(pieces: readonly unknown[]): Reply {
  return events(...pieces.map((piece) => chunk({ tool_calls: [piece] })), chunk({}, 'tool_calls'), '[DONE]');
}

/** The kinds with the chat completions API, as clients of the given server. */
export const compatibleKinds: readonly (readonly [string, (vendor: LoopbackVendor, options?: AIOptions) => Promise<AIProvider>])[] = [
  ['openai', (vendor, options) => getAI({ type: 'openai', apiKey: 'sk-test-key', baseUrl: `${vendor.url}/v1`, ...options }, {})],
  ['litellm', (vendor, options) => getAI({ type: 'litellm', baseUrl: vendor.url, defaultModel: 'm', ...options }, {})],
  ['bifrost', (vendor, options) => getAI({ type: 'bifrost', baseUrl: vendor.url, defaultModel: 'p/m', ...options }, {})],
  ['huggingface', (vendor, options) => getAI({ type: 'huggingface', apiToken: 'hf_test_token', baseUrl: vendor.url, ...options }, {})],
];

/** Answers every request with the same reply. */
export function always(reply: Reply): Wire {
  return () => reply;
}
