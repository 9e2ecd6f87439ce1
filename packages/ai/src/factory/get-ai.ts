import { readKindVariable, withEnvironment } from './environment.ts';
import { processEnvironment } from '../environment/variables.ts';
import type { Environment } from '../interface/vendor-row.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { ProviderOf } from '../interface/ai-options.ts';
import { requireKind, vendorKind } from '../catalog/kinds.ts';
import { makeProvider } from './make-provider.ts';

/**
 * Creates a provider of the kind named by `type`, else by `LIB_AI_PROVIDER`, else `general-hosted`. Missing options come from the
 * environment; explicit options win.
 *
 * @throws AIError `NOT_CONFIGURED` naming what is missing and where it can be set, `AI_LIMIT_INVALID` for an invalid limit.
 *
 * @example
 * const ai = await getAI({ type: 'assistant-hosted', apiKey });
 * const { content } = await ai.chat([{ role: 'user', content: 'Say hello.' }]);
 */
export async function getAI<const Options extends AIOptions>(
  options: Options = {} as Options,
  environment: Environment = processEnvironment(),
): Promise<ProviderOf<Options>> {
  const kind =
    options.vendor !== undefined
      ? vendorKind(options)
      : options.type === undefined
        ? (readKindVariable(environment) ?? 'general-hosted')
        : requireKind(options.type, 'type');
  const provider: AIProvider = await makeProvider(kind, withEnvironment(options, kind, environment));
  return provider as ProviderOf<Options>;
}
