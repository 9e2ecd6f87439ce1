import { pieces, plainReply, refusal, streamReply, type Json, type RecordedEvent, type RecordedReply, type Shape } from './recorded.ts';
import type { WireAnswer, WireFailure } from './types.ts';

const OPENAI = 'https://platform.openai.com/docs/api-reference/chat';
const ERRORS = 'https://platform.openai.com/docs/guides/error-codes';
const OPENROUTER = 'https://openrouter.ai/docs/api-reference/streaming';
const head = { id: 'chatcmpl-7Q', created: 1_780_000_000, model: 'harbour-1' };
const usage = { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 };
const counted = { inputTokens: 21, outputTokens: 9 };
const TEXT = 'The quay — “Kai” in German — opens at seven. 🚢';

type Choice = { delta?: Json; message?: Json; finish_reason: string | null };

const chunk = (choice: Choice, more: Json = {}): RecordedEvent => ({
  data: { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more },
});
const usageChunk = (count: Json = usage): RecordedEvent => ({
  data: { ...head, object: 'chat.completion.chunk', choices: [], usage: count },
});
const whole = (message: Json, finish: string, more: Json = {}): RecordedReply =>
  plainReply({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage,
    ...more,
  });
const streamed = (deltas: readonly Json[], finish: string, end: readonly RecordedEvent[] = [usageChunk()]): RecordedReply =>
  streamReply([
    chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }),
    ...deltas.map((delta) => chunk({ delta, finish_reason: null })),
    chunk({ delta: {}, finish_reason: finish }),
    ...end,
  ]);
const said = (text: string): Json[] => pieces(text).map((content) => ({ content }));

function answered(
  id: string,
  title: string,
  source: string,
  [plain, stream]: readonly [RecordedReply, RecordedReply],
  answer: Partial<WireAnswer>,
): Shape {
  const expected = { answer: { text: '', toolCalls: [], end: 'stop', ...counted, ...answer } } as const;
  return { id, wire: 'chat-completions', title, source, plain, stream, expected };
}

function refused(id: string, title: string, source: string, reply: RecordedReply, more: Partial<WireFailure> = {}): Shape {
  return {
    id,
    wire: 'chat-completions',
    title,
    source,
    plain: reply,
    stream: reply,
    expected: { failure: { status: reply.status, ...more } },
  };
}

const error = (type: string, code: string | null, message: string): Json => ({ error: { message, type, param: null, code } });
const call = (index: number, name: string, args: string): Json => ({
  index,
  id: `call_${index + 1}`,
  type: 'function',
  function: { name, arguments: args },
});
const withoutIndex = ({ index: _index, ...rest }: Json): Json => rest;
const berth = '{"berth":"K-12","tide":"low ⟂"}';
const calls = [call(0, 'berth_of', berth), call(1, 'tide_at', '{}')];

/** What servers of the Chat Completions wire answer, by the documentation of their vendors. */
export const chatCompletionsShapes: readonly Shape[] = [
  answered('text', 'a text', OPENAI, [whole({ content: TEXT, refusal: null }, 'stop'), streamed(said(TEXT), 'stop')], { text: TEXT }),
  answered(
    'length',
    'a text that ends at the ceiling',
    OPENAI,
    [whole({ content: 'The quay' }, 'length'), streamed(said('The quay'), 'length')],
    {
      text: 'The quay',
      end: 'length',
    },
  ),
  answered(
    'filtered',
    'an answer that a filter ended',
    'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter',
    [whole({ content: 'The' }, 'content_filter'), streamed(said('The'), 'content_filter')],
    { text: 'The', end: 'content_filter' },
  ),
  answered(
    'one-tool',
    'a call of a tool, its arguments in pieces',
    OPENAI,
    [
      whole({ content: null, tool_calls: [withoutIndex(call(0, 'berth_of', berth))] }, 'tool_calls'),
      streamed(
        [
          { tool_calls: [call(0, 'berth_of', '')] },
          ...pieces(berth).map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
        ],
        'tool_calls',
      ),
    ],
    { toolCalls: [{ name: 'berth_of', arguments: JSON.parse(berth) }], end: 'tool_calls' },
  ),
  answered(
    'two-tools',
    'two calls of tools, one without arguments',
    OPENAI,
    [
      whole({ content: null, tool_calls: calls.map(withoutIndex) }, 'tool_calls'),
      streamed(
        calls.map((one) => ({ tool_calls: [one] })),
        'tool_calls',
      ),
    ],
    {
      toolCalls: [
        { name: 'berth_of', arguments: JSON.parse(berth) },
        { name: 'tide_at', arguments: {} },
      ],
      end: 'tool_calls',
    },
  ),
  answered(
    'text-and-tool',
    'a text, then a call',
    OPENAI,
    [
      whole({ content: TEXT, tool_calls: [withoutIndex(call(0, 'tide_at', '{}'))] }, 'tool_calls'),
      streamed([...said(TEXT), { tool_calls: [call(0, 'tide_at', '{}')] }], 'tool_calls'),
    ],
    { text: TEXT, toolCalls: [{ name: 'tide_at', arguments: {} }], end: 'tool_calls' },
  ),
  answered(
    'reasoning-content',
    'thoughts beside the text, as reasoning_content',
    'https://api-docs.deepseek.com/guides/reasoning_model',
    [
      whole({ reasoning_content: 'Low tide.', content: TEXT }, 'stop'),
      streamed([...pieces('Low tide.').map((piece) => ({ reasoning_content: piece, content: null })), ...said(TEXT)], 'stop'),
    ],
    { text: TEXT },
  ),
  answered(
    'content-parts',
    'a content of parts: thoughts and text',
    'https://docs.mistral.ai/capabilities/reasoning/',
    [
      whole(
        {
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'Low tide.' }] },
            { type: 'text', text: TEXT },
          ],
        },
        'stop',
      ),
      streamed([{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Low tide.' }] }] }, ...said(TEXT)], 'stop'),
    ],
    { text: TEXT },
  ),
  answered(
    'usage-in-last-chunk',
    'counts in the chunk with the finish reason',
    'https://docs.mistral.ai/api/',
    [
      whole({ content: TEXT }, 'stop'),
      streamReply([
        ...said(TEXT).map((delta) => chunk({ delta, finish_reason: null })),
        chunk({ delta: { content: '' }, finish_reason: 'stop' }, { usage }),
      ]),
    ],
    { text: TEXT },
  ),
  answered(
    'usage-with-details',
    'counts with cached and reasoning tokens',
    OPENAI,
    [
      whole({ content: TEXT }, 'stop', {
        usage: { ...usage, prompt_tokens_details: { cached_tokens: 20 }, completion_tokens_details: { reasoning_tokens: 4 } },
        service_tier: 'default',
        system_fingerprint: 'fp_44',
      }),
      streamed(said(TEXT), 'stop', [
        usageChunk({ ...usage, prompt_tokens_details: { cached_tokens: 20 }, completion_tokens_details: { reasoning_tokens: 4 } }),
      ]),
    ],
    { text: TEXT },
  ),
  answered(
    'filter-results-first',
    'a first chunk with results of a filter and no choice',
    'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-streaming',
    [
      whole({ content: TEXT }, 'stop', { prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
      streamReply([
        { data: { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] } },
        ...(streamed(said(TEXT), 'stop').events ?? []),
      ]),
    ],
    { text: TEXT },
  ),
  refused(
    'wrong-key',
    'a key that is not valid',
    ERRORS,
    refusal(401, error('invalid_request_error', 'invalid_api_key', 'Incorrect key.')),
  ),
  refused('no-credits', 'no credits', 'https://openrouter.ai/docs/api-reference/errors', {
    ...refusal(402, { error: { code: 402, message: 'Insufficient credits.' } }),
  }),
  refused(
    'forbidden',
    'a country that is not supported',
    ERRORS,
    refusal(403, error('request_forbidden', 'unsupported_country', 'Not here.')),
  ),
  refused(
    'no-model',
    'a model that is not there',
    ERRORS,
    refusal(404, error('invalid_request_error', 'model_not_found', 'No such model.')),
  ),
  refused(
    'too-long',
    'a prompt beyond the context',
    ERRORS,
    refusal(400, error('invalid_request_error', 'context_length_exceeded', 'Maximum context length is 8192 tokens.')),
  ),
  refused(
    'rate-limit',
    'a rate limit with the seconds to wait',
    ERRORS,
    refusal(429, error('requests', 'rate_limit_exceeded', 'Slow down.'), { 'retry-after': '7' }),
    { retryAfter: 7 },
  ),
  refused('quota', 'an exhausted quota', ERRORS, refusal(429, error('insufficient_quota', 'insufficient_quota', 'Check your plan.'))),
  refused('server-error', 'an error of the server', ERRORS, refusal(500, error('server_error', null, 'The server had an error.'))),
  refused('overloaded', 'a server with too much to do', ERRORS, refusal(503, error('server_error', null, 'Overloaded.'))),
  refused(
    'proxy-page',
    'the page of a proxy before the server',
    'https://nginx.org/en/docs/http/ngx_http_core_module.html#error_page',
    refusal(502, '<html><head><title>502 Bad Gateway</title></head></html>', { 'content-type': 'text/html' }),
  ),
  {
    ...refused('error-in-stream', 'an error after the first words', OPENROUTER, refusal(502, { error: { code: 502, message: 'Gone.' } })),
    stream: streamReply([
      chunk({ delta: { role: 'assistant', content: 'The' }, finish_reason: null }),
      { data: { ...head, object: 'chat.completion.chunk', error: { code: 502, message: 'Provider disconnected.' }, choices: [] } },
    ]),
  },
];
