import { ConfigError } from '@colophon/app';
import type { AIProvider } from '@colophon/ai';

/** Opens the AI of the settings; undefined without settings. @throws ConfigError if they are invalid */
export async function openAI(settings: Readonly<Record<string, string>>): Promise<AIProvider | undefined> {
  if (Object.keys(settings).length === 0) return undefined;
  const { getAIAuto } = await import('@colophon/ai');
  // Variables of a `.env` file are not in the environment of the process.
  return getAIAuto({}, { ...process.env, ...settings }).catch((error: Error) => {
    throw new ConfigError([`LIB_AI_*: ${error.message}`]);
  });
}
