import { configureContentReviewer, createAIReviewer } from '@colophon/content';
import { ConfigError } from '../config/config-error.ts';

/**
 * Gives reviews an AI where the settings name one (`LIB_AI_*`); without one, AI reviews answer 503 and the gates of
 * rules and persons stand.
 *
 * @throws ConfigError when a provider is named and cannot be set up: nobody should find out at the first review
 */
export async function configureReviewer(settings: Readonly<Record<string, string>>): Promise<string | undefined> {
  if (Object.keys(settings).length === 0) return undefined;
  // The library reads the environment of the process, which knows nothing of a `.env` file.
  Object.assign(process.env, settings);
  const { getAIAuto } = await import('@colophon/ai');
  const ai = await getAIAuto().catch((error: Error) => {
    throw new ConfigError([`LIB_AI_*: ${error.message}`]);
  });
  configureContentReviewer(createAIReviewer(ai));
  return ai.type;
}
