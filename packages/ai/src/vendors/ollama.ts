import { ollama as description } from '../catalog/gateways.ts';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { AIModel } from '../interface/responses.ts';
import { chooseWord, type ReasoningTraits } from '../models/reasoning-table.ts';
import type { Call } from '../provider/call.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { plainPlan, type ModelPurpose, type TextVendor } from '../text/vendor.ts';
import { TextProvider } from '../text/text-provider.ts';
import { sendJson } from '../transport/http.ts';
import { purposeOf } from './gateway-models.ts';
import { readRows } from '../wires/list-models.ts';
import { localEmbeddingModel, localLanguageModel, type LocalServer } from '../wires/ollama/model.ts';

const kind = 'local-server';
const CANDIDATES = 5;
const gptOssTraits: ReasoningTraits = { control: 'words', canDisable: false, words: ['low', 'medium', 'high'], minBudget: 0 };

const vendor: TextVendor = {
  kind,
  fetchesUrls: 'none',
  jsonMode: true,
  jsonSchema: true,
  checksBody: true,
  optionsName: 'wire',
  describeThenEmbed: true,
  load: async (settings, transport) => {
    const server: LocalServer = { kind, baseUrl: baseUrl(settings), headers: headers(settings), ...transport };
    return { language: (model) => localLanguageModel(server, model), embedding: (model) => localEmbeddingModel(server, model) };
  },
  reasoning(model, request) {
    if (!request.reasoningRequested) return { ...plainPlan(request), providerOptions: { wire: { think: false } } };
    // Only this family accepts an effort; the others are switched on or off.
    const think = model.includes('gpt-oss') ? (chooseWord(gptOssTraits, request) ?? 'low') : true;
    return { ...plainPlan(request), providerOptions: { wire: { think } } };
  },
  async listModels(call) {
    return (await listTags(call)).map(({ size: _size, ...model }) => model);
  },
  discoverModel,
};

async function listTags(call: Call): Promise<(AIModel & { size: number })[]> {
  const body = await sendJson(call.http, { url: `${baseUrl(call.settings)}/api/tags`, headers: headers(call.settings) });
  return readRows(body['models'], kind).flatMap((row) => {
    const id = row['model'] ?? row['name'];
    if (typeof id !== 'string') return [];
    return [{ id, name: typeof row['name'] === 'string' ? row['name'] : id, size: Number(row['size'] ?? 0) }];
  });
}

/**
 * Picks the first installed model that fits: instruction-tuned ones before others, and only models that the server itself lists as capable.
 */
async function discoverModel(call: Call, purpose: ModelPurpose): Promise<string> {
  const fitting = (await listTags(call)).filter((model) => purposeOf(model.id) === purpose);
  const ranked = fitting.toSorted((a, b) => rank(b.id) - rank(a.id));
  for (const model of ranked.slice(0, CANDIDATES)) {
    const shown = await sendJson(call.http, {
      url: `${baseUrl(call.settings)}/api/show`,
      headers: headers(call.settings),
      body: { model: model.id },
    });
    const can = shown['capabilities'];
    if (!Array.isArray(can) || can.includes(purpose === 'chat' ? 'completion' : purpose)) return model.id;
  }
  throw new AIError(`local-server has no model for ${purpose}. Install one on the server, or pass \`model\`.`, {
    code: 'NOT_CONFIGURED',
    provider: kind,
  });
}

function rank(id: string): number {
  return (/instruct|chat/.test(id) ? 2 : 0) + (id.endsWith(':latest') ? 1 : 0) - (id.startsWith('hf.co/') ? 2 : 0);
}

function baseUrl(settings: ProviderSettings): string {
  const configuredUrl = settings.options.baseUrl ?? 'http://localhost:11434';
  // 0.0.0.0 is an address to listen on, not to connect to.
  return readAddress(configuredUrl, 'baseUrl', kind)
    .replace(/\/(?:api|v1)$/, '')
    .replace('//0.0.0.0', '//127.0.0.1');
}

function headers(settings: ProviderSettings): Record<string, string> {
  const { apiKey } = settings.options;
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

/** Ollama: a model server on this machine, or a remote one with a key. */
export class OllamaProvider extends TextProvider {
  constructor(options: AIOptions) {
    super(vendor, description, options);
    if (new URL(baseUrl(this.settings())).hostname.endsWith('ollama.com'))
      requireOption(options.apiKey, kind, 'apiKey', ['OLLAMA_API_KEY']);
  }
}
