import { configureContentReviewer, createAIReviewer } from '@colophon/content';

/**
 * Gives reviews an AI where the environment names one (`LIB_AI_*`); without one, AI reviews answer 503 and the gates of
 * rules and persons stand.
 *
 * @throws when a provider is named and cannot be set up: nobody should find out at the first review
 */
export async function configureReviewer(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!Object.keys(environment).some((name) => name.startsWith('LIB_AI_') && environment[name] !== '')) return undefined;
  const { getAIAuto } = await import('@colophon/ai');
  const ai = await getAIAuto();
  configureContentReviewer(createAIReviewer(ai));
  return ai.type;
}
