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
  const { getAIAuto } = await import('@colophon/ai');
  // What a `.env` file says is not in the environment of the process.
  const ai = await getAIAuto({}, { ...process.env, ...settings }).catch((error: Error) => {
    throw new ConfigError([`LIB_AI_*: ${error.message}`]);
  });
  configureContentReviewer(createAIReviewer(ai));
  return ai.type;
}
