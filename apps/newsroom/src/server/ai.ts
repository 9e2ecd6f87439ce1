import type { AIProvider } from '@colophon/ai';
import { configureContentReviewer, configureThumbnails, createAIIllustrator, createAIReviewer } from '@colophon/content';
import { ConfigError } from '../config/config-error.ts';

/**
 * Gives reviews and thumbnails an AI where the settings name one (`LIB_AI_*`). Without one, AI reviews and pictures by AI
 * answer 503; the gates of rules and persons stand, and cards and maps are drawn all the same.
 *
 * @returns the kind of the AI
 * @throws ConfigError when a provider is named and cannot be set up: nobody should find out at the first review
 */
export async function configureAI(settings: Readonly<Record<string, string>>): Promise<string | undefined> {
  const ai = await openAI(settings);
  configureContentReviewer(ai && createAIReviewer(ai));
  configureThumbnails({ pictures: () => import('@colophon/pictures'), illustrator: ai && createAIIllustrator(ai) });
  return ai?.type;
}

async function openAI(settings: Readonly<Record<string, string>>): Promise<AIProvider | undefined> {
  if (Object.keys(settings).length === 0) return undefined;
  const { getAIAuto } = await import('@colophon/ai');
  // What a `.env` file says is not in the environment of the process.
  return getAIAuto({}, { ...process.env, ...settings }).catch((error: Error) => {
    throw new ConfigError([`LIB_AI_*: ${error.message}`]);
  });
}
