import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { AIError } from '../../errors/errors.ts';
import type { BatchState } from '../../interface/batch.ts';
import type { ProviderSettings } from '../../provider/settings.ts';
import { sendJson } from '../../transport/http.ts';
import type { BatchOutcome, BatchWire } from '../batch-wire.ts';
import { fetchJsonLines } from '../json-lines.ts';
import { asNumber, asObject, asText, type Json } from '../reply.ts';
import { readAnswer } from './answer.ts';
import { chatCompletionsRequest, usualStyle, type ChatCompletionsStyle } from './request.ts';

/** The endpoint for batches of chat completions. */
export interface BatchServer {
  /** The endpoint of each request. */
  endpoint: string;
  baseUrl: (settings: ProviderSettings) => string;
  headers: (settings: ProviderSettings) => Record<string, string>;
  style: (model: string, options: LanguageModelV4CallOptions) => Partial<ChatCompletionsStyle>;
}

const STATES: Readonly<Record<string, BatchState>> = {
  validating: 'queued',
  in_progress: 'running',
  finalizing: 'running',
  cancelling: 'running',
  completed: 'succeeded',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
};

/**
 * Batches over OpenAI's wire: a file of requests is uploaded, a batch is created from it, and files of answers and failures are downloaded.
 */
export function chatCompletionsBatch({ endpoint, baseUrl, headers, style }: BatchServer): BatchWire {
  return {
    maxRequests: 50_000,
    maxBytes: 200 * 1024 * 1024,
    write: ({ settings: { kind } }, model, options) =>
      chatCompletionsRequest(model, options, { ...usualStyle, kind, ...style(model, options) }, false),
    async submit(call, lines) {
      const { settings } = call;
      const text = lines.map(({ id, body }) => `${JSON.stringify({ custom_id: id, method: 'POST', url: endpoint, body })}\n`);
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new Blob(text, { type: 'application/jsonl' }), 'batch.jsonl');
      const file = await sendJson(call.http, { url: `${baseUrl(settings)}/files`, headers: headers(settings), form });
      const body = { input_file_id: readId(file, settings.kind), endpoint, completion_window: '24h' };
      return readId(await sendJson(call.http, { url: `${baseUrl(settings)}/batches`, headers: headers(settings), body }), settings.kind);
    },
    async poll(call, { batchId }) {
      const url = `${baseUrl(call.settings)}/batches/${encodeURIComponent(batchId)}`;
      const batch = await sendJson(call.http, { url, headers: headers(call.settings) });
      const raw = typeof batch['status'] === 'string' ? batch['status'].slice(0, 40) : '';
      const { total, completed, failed } = asObject(batch['request_counts']);
      const counts = { total: asNumber(total) ?? 0, succeeded: asNumber(completed) ?? 0, failed: asNumber(failed) ?? 0 };
      const files = [batch['output_file_id'], batch['error_file_id']].filter((id): id is string => typeof id === 'string' && id !== '');
      const status = Object.hasOwn(STATES, raw) ? (STATES[raw] as BatchState) : 'running';
      return { status: { status, rawStatus: raw, ...(asNumber(total) === undefined ? {} : { counts }) }, files };
    },
    async *results(call, _handle, { files = [] }) {
      for (const file of files) {
        const url = `${baseUrl(call.settings)}/files/${encodeURIComponent(file)}/content`;
        for await (const line of fetchJsonLines(call, url, headers(call.settings))) yield toOutcome(line, call.settings.kind);
      }
    },
    async cancel(call, { batchId }) {
      const url = `${baseUrl(call.settings)}/batches/${encodeURIComponent(batchId)}/cancel`;
      await sendJson(call.http, { url, headers: headers(call.settings), body: {} });
    },
  };
}

function toOutcome(line: Json, kind: string): BatchOutcome {
  const id = asText(line['custom_id']).slice(0, 64);
  const { status_code: code, body } = asObject(line['response']);
  const status = asNumber(code);
  if (status === 200) {
    try {
      return { id, answer: readAnswer(JSON.stringify(body), kind) };
    } catch {
      return { id, status: undefined, body: { error: { code: 'invalid_response' } } };
    }
  }
  return { id, status, body: body ?? { error: line['error'] } };
}

function readId(reply: Json, provider: string): string {
  const id = reply['id'];
  if (typeof id === 'string' && /^[\w.:-]{1,300}$/.test(id)) return id;
  throw new AIError(`${provider}: the response contains no id.`, { code: 'INVALID_RESPONSE', provider });
}
