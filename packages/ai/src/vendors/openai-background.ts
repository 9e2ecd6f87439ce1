import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { BackgroundHandle, BackgroundState } from '../interface/background.ts';
import type { ProviderSettings } from '../provider/settings.ts';
import { sendJson } from '../transport/http.ts';
import type { BackgroundWire } from '../wires/background-wire.ts';
import { asObject, unreadable } from '../wires/reply.ts';
import { changeBody } from './change-body.ts';

/** The Responses API of a client. */
export interface ResponsesServer {
  baseUrl: (settings: ProviderSettings) => string;
  headers: (settings: ProviderSettings) => Record<string, string>;
  /** A model of the vendor's package, which sends through the given `fetch`. */
  model: (settings: ProviderSettings, fetch: typeof globalThis.fetch, model: string) => LanguageModelV4;
}

const STATES: Readonly<Record<string, BackgroundState>> = {
  queued: 'queued',
  in_progress: 'running',
  completed: 'succeeded',
  incomplete: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Stops the vendor's package once its request has been accepted: there is no answer to read yet. */
class Accepted extends Error {}

/**
 * Background mode of OpenAI's Responses API. The vendor's package writes the requests and reads the answers, as it does without it; in
 * between, the answer is known by its id.
 */
export function openaiBackground({ baseUrl, headers, model }: ResponsesServer): BackgroundWire {
  const urlOf = ({ settings }: { settings: ProviderSettings }, { responseId }: BackgroundHandle): string =>
    `${baseUrl(settings)}/responses/${encodeURIComponent(responseId)}`;
  return {
    async submit(call, { model: modelId, options, isKept, fetch }) {
      let id: unknown;
      const submitting: typeof globalThis.fetch = async (input, init) => {
        const response = await fetch(
          input,
          changeBody(init, (body) => ({ ...body, background: true, store: isKept })),
        );
        if (!response.ok) return response;
        id = asObject(await response.json().catch(() => undefined))['id'];
        throw new Accepted();
      };
      try {
        await model(call.settings, submitting, modelId).doGenerate(options);
      } catch (failure) {
        if (!(failure instanceof Accepted)) throw failure;
      }
      if (typeof id !== 'string' || id === '') throw unreadable(call.settings.kind);
      return id;
    },
    async poll(call, handle) {
      const reply = await sendJson(call.http, { url: urlOf(call, handle), headers: headers(call.settings) });
      const raw = typeof reply['status'] === 'string' ? reply['status'].slice(0, 40) : '';
      const status = Object.hasOwn(STATES, raw) ? (STATES[raw] as BackgroundState) : 'running';
      return { status: { status, rawStatus: raw }, reply };
    },
    async read(call, handle, reply) {
      const held: typeof globalThis.fetch = async () => Response.json(reply);
      return model(call.settings, held, handle.model).doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: '' }] }] });
    },
    async cancel(call, handle) {
      await sendJson(call.http, { url: `${urlOf(call, handle)}/cancel`, headers: headers(call.settings), body: {} });
    },
  };
}
