import type { JSONObject } from '@ai-sdk/provider';
import type { AIOptions } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import { readAddress, requireOption, type ProviderSettings } from '../provider/settings.ts';
import { TextProvider } from '../text/text-provider.ts';
import { plainPlan, type TextVendor } from '../text/vendor.ts';
import { compatibleModels } from '../wires/chat-completions/compatible.ts';
import { transcribeByOpenAIWire } from '../wires/chat-completions/transcription.ts';
import type { CompatibleVendor } from './compatible-vendor.ts';
import { listOpenAIModels } from './list-models.ts';
import { unknownReasoning } from './unknown-reasoning.ts';

/** Any vendor that speaks OpenAI's wire, as its row describes it. */
export class CompatibleProvider extends TextProvider {
  constructor(vendor: CompatibleVendor, options: AIOptions) {
    super(toTextVendor(vendor), options);
    headers(vendor, this.settings());
    baseUrl(vendor, this.settings());
  }
}

function toTextVendor(vendor: CompatibleVendor): TextVendor {
  const kind = vendor.kind as ProviderKind;
  return {
    kind,
    fetchesUrls: 'images',
    jsonMode: true,
    jsonSchema: true,
    checksBody: true,
    optionsName: 'wire',
    load: async (settings, transport) =>
      compatibleModels({
        kind,
        baseUrl: baseUrl(vendor, settings),
        headers: headers(vendor, settings),
        ...transport,
        style: () => ({ ceilingName: vendor.ceilingName ?? 'max_tokens' }),
      }),
    reasoning(model, request) {
      if (vendor.reasoning === undefined) return unknownReasoning(request);
      const wire = vendor.reasoning(model, request) as JSONObject | undefined;
      return { ...plainPlan(request), ...(wire === undefined ? {} : { providerOptions: { wire } }) };
    },
    transcribe: (call, audio, options) =>
      transcribeByOpenAIWire(call, { baseUrl: baseUrl(vendor, call.settings), headers: headers(vendor, call.settings) }, audio, options),
    listModels: (call) => listOpenAIModels(call, baseUrl(vendor, call.settings), headers(vendor, call.settings)),
  };
}

function baseUrl(vendor: CompatibleVendor, { options }: ProviderSettings): string {
  const own = typeof vendor.baseUrl === 'string' ? vendor.baseUrl : vendor.baseUrl(options);
  return readAddress(options.baseUrl ?? own, 'baseUrl', vendor.kind as ProviderKind);
}

function headers(vendor: CompatibleVendor, { options }: ProviderSettings): Record<string, string> {
  const key = requireOption(options.apiKey, vendor.kind as ProviderKind, 'apiKey', vendor.keyVariables);
  return vendor.headers?.(key, options) ?? { authorization: `Bearer ${key}` };
}
