import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/client-options.ts';
import { providerKinds, resolveKind, type ProviderKind } from '../interface/kinds.ts';

/** Variables by name; empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of this process, where there is one. */
export function processEnvironment(): Environment {
  return typeof process === 'undefined' ? {} : process.env;
}

/** Reads the first of some variables that is set. */
export function readVariable(environment: Environment, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

/**
 * Reads which kind `LIB_AI_PROVIDER`, else `LIB_AI_TYPE`, names.
 *
 * @throws AIError `NOT_CONFIGURED` when it names none.
 */
export function readKindVariable(environment: Environment): ProviderKind | undefined {
  const name = environment['LIB_AI_PROVIDER']?.trim() ? 'LIB_AI_PROVIDER' : 'LIB_AI_TYPE';
  const value = readVariable(environment, name);
  if (value === undefined) return undefined;
  return requireKind(value, name);
}

/** Finds the kind a name stands for, or throws `NOT_CONFIGURED` naming where the name came from. */
export function requireKind(value: string, source: string): ProviderKind {
  const kind = resolveKind(value);
  if (kind !== undefined) return kind;
  throw new AIError(`${source} is '${value.slice(0, 40)}', which is no kind of provider. Use one of: ${providerKinds.join(', ')}.`, {
    code: 'NOT_CONFIGURED',
  });
}

/** The vendors' own variables for each kind, in the order they are looked at. */
const vendorVariables: Partial<
  Record<ProviderKind, { key?: readonly string[]; url?: readonly string[]; adminUrl?: string; adminUser?: string; adminPassword?: string }>
> = {
  'general-hosted': { key: ['OPENAI_API_KEY'], url: ['OPENAI_BASE_URL'] },
  'assistant-hosted': { key: ['ANTHROPIC_API_KEY'], url: ['ANTHROPIC_BASE_URL'] },
  'multimodal-hosted': { key: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'] },
  'cloud-platform': { key: ['AWS_BEARER_TOKEN_BEDROCK'] },
  'model-hub': { key: ['HF_TOKEN', 'HUGGINGFACE_API_KEY'] },
  'gateway-proxy': { key: ['LITELLM_API_KEY'], url: ['LITELLM_BASE_URL'] },
  'gateway-governance': {
    key: ['BIFROST_API_KEY'],
    url: ['BIFROST_BASE_URL'],
    adminUrl: 'BIFROST_ADMIN_URL',
    adminUser: 'BIFROST_ADMIN_USER',
    adminPassword: 'BIFROST_ADMIN_PASSWORD',
  },
  'local-server': { key: ['OLLAMA_API_KEY'], url: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'] },
  'speech-local': { url: ['QWEN3_TTS_ENDPOINT'] },
  'video-task-a': { key: ['MODELARK_API_KEY', 'ARK_API_KEY'], url: ['MODELARK_BASE_URL'] },
  'video-task-b': { key: ['SEEVIO_API_KEY'] },
  'compat-video': { key: ['OPENAI_COMPAT_VIDEO_API_KEY'], url: ['OPENAI_COMPAT_VIDEO_BASE_URL'] },
};

const mediaKinds: readonly ProviderKind[] = ['speech-local', 'video-task-a', 'video-task-b', 'compat-video'];

/**
 * Fills in what a client's options leave out from the environment. Explicit options win, then the vendor's own
 * variables, then `LIB_AI_*`. When `LIB_AI_PROVIDER` names another kind, the `LIB_AI_*` key, address and model
 * belong to that one and are left alone, so that no key travels to somebody else's address.
 */
export function withEnvironment(options: AIOptions, kind: ProviderKind, environment: Environment): AIOptions {
  const vendor = vendorVariables[kind] ?? {};
  const shared = (readKindVariable(environment) ?? kind) === kind;
  const own = (...names: readonly string[]): string | undefined => (shared ? readVariable(environment, ...names) : undefined);
  const keyName = kind === 'model-hub' ? 'apiToken' : 'apiKey';
  const urlName = kind === 'speech-local' ? 'endpoint' : 'baseUrl';
  const filled: AIOptions = { ...options, type: kind };
  const fill = <Name extends keyof AIOptions>(name: Name, value: AIOptions[Name] | undefined): void => {
    if (filled[name] === undefined && value !== undefined) filled[name] = value;
  };
  // Explicit AWS credentials must not lose to a bearer token that happens to be set.
  if (!(kind === 'cloud-platform' && options.credentials)) {
    fill(keyName, readVariable(environment, ...(vendor.key ?? [])) ?? own('LIB_AI_API_KEY'));
  }
  fill(urlName, readVariable(environment, ...(vendor.url ?? [])) ?? own('LIB_AI_BASE_URL'));
  fill('adminUrl', vendor.adminUrl && readVariable(environment, vendor.adminUrl));
  fill('adminUser', vendor.adminUser && readVariable(environment, vendor.adminUser));
  fill('adminPassword', vendor.adminPassword && readVariable(environment, vendor.adminPassword));
  // A model named for no kind in particular is one for text.
  if (!mediaKinds.includes(kind) || readKindVariable(environment) === kind)
    fill('defaultModel', own('LIB_AI_MODEL', 'LIB_AI_DEFAULT_MODEL'));
  fill('timeout', readNumber(environment, 'LIB_AI_TIMEOUT'));
  fill('maxRetries', readNumber(environment, 'LIB_AI_MAX_RETRIES'));
  if (kind === 'cloud-platform') fillCloud(filled, environment);
  return filled;
}

function fillCloud(options: AIOptions, environment: Environment): void {
  const region = options.region ?? readVariable(environment, 'AWS_REGION', 'AWS_DEFAULT_REGION');
  if (region !== undefined) options.region = region;
  const accessKeyId = readVariable(environment, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = readVariable(environment, 'AWS_SECRET_ACCESS_KEY');
  if (options.credentials || options.apiKey || !accessKeyId || !secretAccessKey) return;
  const sessionToken = readVariable(environment, 'AWS_SESSION_TOKEN');
  options.credentials = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

function readNumber(environment: Environment, name: string): number | undefined {
  const value = readVariable(environment, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new AIError(`${name} must be a whole number, not '${value.slice(0, 20)}'.`, { code: 'AI_LIMIT_INVALID' });
  return Number(value);
}
