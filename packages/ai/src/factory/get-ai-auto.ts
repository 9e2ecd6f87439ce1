import {
  processEnvironment,
  readKindVariable,
  readVariable,
  requireKind,
  withEnvironment,
  type Environment,
} from '../environment/environment.ts';
import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { AIProvider } from '../interface/provider.ts';
import { makeProvider } from './make-provider.ts';

interface Clue {
  kind: ProviderKind;
  /** The variables that point to the kind; inside a group all must be set. */
  variables: readonly (readonly string[])[];
}

/** Where credentials are looked for, in this order. The command line is never looked for: it would have to be run. */
const clues: readonly Clue[] = [
  { kind: 'gateway-proxy', variables: [['LITELLM_BASE_URL']] },
  { kind: 'gateway-governance', variables: [['BIFROST_BASE_URL'], ['BIFROST_API_KEY']] },
  { kind: 'local-server', variables: [['OLLAMA_HOST'], ['OLLAMA_BASE_URL']] },
  { kind: 'general-hosted', variables: [['OPENAI_API_KEY']] },
  { kind: 'assistant-hosted', variables: [['ANTHROPIC_API_KEY']] },
  { kind: 'multimodal-hosted', variables: [['GEMINI_API_KEY'], ['GOOGLE_API_KEY'], ['GOOGLE_GENERATIVE_AI_API_KEY']] },
  { kind: 'model-hub', variables: [['HF_TOKEN'], ['HUGGINGFACE_API_KEY']] },
  {
    kind: 'cloud-platform',
    variables: [
      ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION'],
      ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_DEFAULT_REGION'],
      ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'],
      ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_DEFAULT_REGION'],
    ],
  },
  { kind: 'video-task-a', variables: [['MODELARK_API_KEY'], ['ARK_API_KEY']] },
  { kind: 'video-task-b', variables: [['SEEVIO_API_KEY']] },
  { kind: 'compat-video', variables: [['OPENAI_COMPAT_VIDEO_BASE_URL', 'OPENAI_COMPAT_VIDEO_API_KEY']] },
];

/**
 * Makes a provider of the kind for which credentials are found: in the options first, then in `LIB_AI_PROVIDER`,
 * then in the vendors' own variables. Only what is there is looked at: nothing is run and nobody is asked. A fault
 * in what was found is thrown, never passed over.
 *
 * @throws AIError `NOT_CONFIGURED` listing every variable that was looked at, when nothing is found.
 */
export async function getAIAuto(options: AIOptions = {}, environment: Environment = processEnvironment()): Promise<AIProvider> {
  const kind = detectKind(options, environment);
  return makeProvider(kind, withEnvironment(options, kind, environment));
}

function detectKind(options: AIOptions, environment: Environment): ProviderKind {
  if (options.type !== undefined) return requireKind(options.type, 'type');
  const found = kindOfOptions(options) ?? readKindVariable(environment);
  if (found !== undefined) return found;
  const isSet = (name: string): boolean => readVariable(environment, name) !== undefined;
  const clue = clues.find(({ variables }) => variables.some((group) => group.every(isSet)));
  if (clue !== undefined) return clue.kind;
  if (isSet('LIB_AI_API_KEY')) return 'general-hosted';
  const names = [...new Set(clues.flatMap(({ variables }) => variables.flat()))];
  throw new AIError(
    `No AI provider was found. Pass \`type\`, or set LIB_AI_PROVIDER (or LIB_AI_TYPE), LIB_AI_API_KEY, or one of: ${names.join(', ')}.`,
    { code: 'NOT_CONFIGURED' },
  );
}

function kindOfOptions(options: AIOptions): ProviderKind | undefined {
  if (options.model ?? options.embeddingModel ?? options.imageModel ?? options.speechModel) return 'custom';
  if (options.adminUser !== undefined) return 'gateway-governance';
  if (options.apiToken !== undefined) return 'model-hub';
  if (options.credentials !== undefined) return 'cloud-platform';
  if (options.endpoint !== undefined) return 'speech-local';
  if (options.cliPath !== undefined) return 'cli-subscription';
  if (options.apiKey !== undefined) return 'general-hosted';
  return options.baseUrl === undefined ? undefined : 'local-server';
}
