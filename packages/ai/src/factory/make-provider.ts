import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import type { AIProvider } from '../interface/provider.ts';

type Make = (options: AIOptions) => Promise<AIProvider>;

/** Each kind's class, loaded when it is first asked for. */
const makers: Record<ProviderKind, Make> = {
  'general-hosted': async (options) => new (await import('../vendors/general-hosted.ts')).GeneralHostedProvider(options),
  'assistant-hosted': async (options) => new (await import('../vendors/assistant-hosted.ts')).AssistantHostedProvider(options),
  'multimodal-hosted': async (options) => new (await import('../vendors/multimodal-hosted.ts')).MultimodalHostedProvider(options),
  'cloud-platform': async (options) => new (await import('../vendors/cloud-platform.ts')).CloudPlatformProvider(options),
  'model-hub': async (options) => new (await import('../vendors/model-hub.ts')).ModelHubProvider(options),
  'gateway-proxy': async (options) => new (await import('../vendors/gateways.ts')).GatewayProxyProvider(options),
  'gateway-governance': async (options) => new (await import('../vendors/gateways.ts')).GatewayGovernanceProvider(options),
  'local-server': async (options) => new (await import('../vendors/local-server.ts')).LocalServerProvider(options),
  'cli-subscription': async (options) => new (await import('../cli/cli-subscription.ts')).CliSubscriptionProvider(options),
  'speech-local': async (options) => new (await import('../speech/speech-local.ts')).SpeechLocalProvider(options),
  'video-task-a': async (options) => new (await import('../video/video-task-a.ts')).VideoTaskAProvider(options),
  'video-task-b': async (options) => new (await import('../video/video-task-b.ts')).VideoTaskBProvider(options),
  'compat-video': async (options) => new (await import('../video/compat-video.ts')).CompatVideoProvider(options),
  custom: async (options) => new (await import('../vendors/custom.ts')).CustomProvider(options),
};

/** Makes a provider of a kind. */
export function makeProvider(kind: ProviderKind, options: AIOptions): Promise<AIProvider> {
  const make = (makers as Partial<Record<string, Make>>)[kind];
  if (make === undefined) throw new AIError(`There is no kind of provider called '${kind}'.`, { code: 'NOT_CONFIGURED' });
  return make(options);
}
