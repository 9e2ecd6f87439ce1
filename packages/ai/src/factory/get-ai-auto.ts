import { readKindVariable, withEnvironment } from './environment.ts';
import { processEnvironment, readVariable } from '../environment/variables.ts';
import type { Environment } from '../interface/vendor-row.ts';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { AIProvider } from '../interface/provider.ts';
import { requireKind, vendorKind } from '../catalog/kinds.ts';
import { VENDORS } from '../vendors/vendors.ts';
import { makeProvider } from './make-provider.ts';

/**
 * Creates a provider of the kind for which credentials are found: in the options first, then in `LIB_AI_PROVIDER`, then in the vendors' own
 * variables. Only variables and options are read: no program is run and no request is sent. If what was found is invalid, an error is
 * thrown; it is never skipped.
 *
 * @throws AIError `NOT_CONFIGURED` listing every variable that was read, if nothing is found.
 */
export async function getAIAuto(options: AIOptions = {}, environment: Environment = processEnvironment()): Promise<AIProvider> {
  const kind = detectKind(options, environment);
  return makeProvider(kind, withEnvironment(options, kind, environment));
}

function detectKind(options: AIOptions, environment: Environment): ProviderKind {
  if (options.vendor !== undefined) return vendorKind(options);
  if (options.type !== undefined) return requireKind(options.type, 'type');
  const configuredKind = kindOfOptions(options) ?? readKindVariable(environment);
  if (configuredKind !== undefined) return configuredKind;
  const isSet = (name: string): boolean => readVariable(environment, name) !== undefined;
  const row = VENDORS.find(({ detection }) => detection.some((group) => group.every(isSet)));
  if (row !== undefined) return row.kind;
  if (isSet('LIB_AI_API_KEY')) return 'general-hosted';
  const names = [...new Set(VENDORS.flatMap(({ detection }) => detection.flat()))];
  throw new AIError(
    `No AI provider was found. Pass \`type\`, or set LIB_AI_PROVIDER (or LIB_AI_TYPE), LIB_AI_API_KEY, or one of: ${names.join(', ')}.`,
    { code: 'NOT_CONFIGURED' },
  );
}

function kindOfOptions(options: AIOptions): ProviderKind | undefined {
  if (
    options.model ??
    options.embeddingModel ??
    options.imageModel ??
    options.speechModel ??
    options.transcriptionModel ??
    options.rerankingModel
  )
    return 'custom';
  if (options.adminUser !== undefined) return 'gateway-governance';
  if (options.apiToken !== undefined) return 'model-hub';
  if (options.credentials !== undefined) return 'cloud-platform';
  if (options.endpoint !== undefined) return 'speech-local';
  if (options.cliPath !== undefined) return 'cli-subscription';
  if (options.apiKey !== undefined) return 'general-hosted';
  return options.baseUrl === undefined ? undefined : 'local-server';
}
