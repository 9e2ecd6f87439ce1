import { AIError } from '../../errors/errors.ts';
import type { BatchState } from '../../interface/batch.ts';
import type { ProviderSettings } from '../../provider/settings.ts';
import { sendJson } from '../../transport/http.ts';
import type { BatchOutcome, BatchWire } from '../batch-wire.ts';
import { fetchJsonLines } from '../json-lines.ts';
import { asNumber, asObject, asText, type Json } from '../reply.ts';
import { readMessage } from './answer.ts';
import { messagesRequest, type MessagesTraits } from './request.ts';

/** The endpoint for batches of messages. */
export interface MessagesBatchServer {
  /** The address of single messages. */
  url: (settings: ProviderSettings) => string;
  headers: (settings: ProviderSettings) => Record<string, string>;
  traits: (model: string) => MessagesTraits;
}

const STATES: Readonly<Record<string, BatchState>> = { in_progress: 'running', canceling: 'running', ended: 'succeeded' };

/** Batches over the Messages wire: the requests are sent in one body, the answers arrive as one file of lines. */
export function messagesBatch({ url, headers, traits }: MessagesBatchServer): BatchWire {
  const address = (settings: ProviderSettings, batchId: string, more = ''): string =>
    `${url(settings)}/batches/${encodeURIComponent(batchId)}${more}`;
  return {
    maxRequests: 100_000,
    maxBytes: 256 * 1024 * 1024,
    write: ({ settings: { kind } }, model, options) => messagesRequest(kind, model, options, traits(model), false),
    async submit(call, lines) {
      const provider = call.settings.kind;
      const body = { requests: lines.map((line) => ({ custom_id: line.id, params: line.body })) };
      const { id } = await sendJson(call.http, { url: `${url(call.settings)}/batches`, headers: headers(call.settings), body });
      if (typeof id === 'string' && /^[\w.:-]{1,300}$/.test(id)) return id;
      throw new AIError(`${provider}: the response contains no id.`, { code: 'INVALID_RESPONSE', provider });
    },
    async poll(call, { batchId }) {
      const batch = await sendJson(call.http, { url: address(call.settings, batchId), headers: headers(call.settings) });
      const raw = typeof batch['processing_status'] === 'string' ? batch['processing_status'].slice(0, 40) : '';
      const counts = asObject(batch['request_counts']);
      const [processing, succeeded, errored, canceled, expired] = ['processing', 'succeeded', 'errored', 'canceled', 'expired'].map(
        (name) => asNumber(counts[name]) ?? 0,
      ) as [number, number, number, number, number];
      const total = processing + succeeded + errored + canceled + expired;
      const ended = Object.hasOwn(STATES, raw) ? (STATES[raw] as BatchState) : 'running';
      // The wire has one status for every end.
      const status =
        ended !== 'succeeded' || total === 0 ? ended : canceled === total ? 'cancelled' : expired === total ? 'expired' : ended;
      return { status: { status, rawStatus: raw, counts: { total, succeeded, failed: errored + canceled + expired } } };
    },
    async *results(call, { batchId }) {
      // The address that the server returns is not followed: the key would be sent wherever it leads.
      for await (const line of fetchJsonLines(call, address(call.settings, batchId, '/results'), headers(call.settings))) {
        yield toOutcome(line, call.settings.kind);
      }
    },
    async cancel(call, { batchId }) {
      await sendJson(call.http, { url: address(call.settings, batchId, '/cancel'), headers: headers(call.settings), body: {} });
    },
  };
}

function toOutcome(line: Json, kind: string): BatchOutcome {
  const id = asText(line['custom_id']).slice(0, 64);
  const { type, message, error } = asObject(line['result']);
  if (type !== 'succeeded') return { id, status: undefined, body: error ?? { error: { code: type } } };
  try {
    return { id, answer: readMessage(JSON.stringify(message), kind) };
  } catch {
    return { id, status: undefined, body: { error: { code: 'invalid_response' } } };
  }
}
