import type { AIProvider } from '@colophon/ai';
import type { Database } from '@colophon/core';
import {
  configureContentChat,
  configureContentReviewer,
  configureContentTranslator,
  configureThumbnails,
  createAIChatModel,
  createAIIllustrator,
  createAIReviewer,
  createAITranslator,
} from '@colophon/content';
import type { Config } from '../config/load-config.ts';
import { ConfigError } from '../config/config-error.ts';

/**
 * Configures the AI of reviews, thumbnails and chat from the settings (`LIB_AI_*`). Without one, AI reviews and AI pictures respond with
 * 503, and there is no chat; the gates based on rules and people still apply, and cards and maps are drawn.
 *
 * @returns the kind of the AI
 * @throws ConfigError if a provider is configured but invalid: this must not be discovered at the first review
 */
export async function configureAI(
  { ai: settings = {}, chat }: Config,
  database: Database,
  onError: (error: unknown) => void,
): Promise<string | undefined> {
  const ai = await openAI(settings);
  configureContentReviewer(ai && createAIReviewer(ai));
  configureContentTranslator(ai && createAITranslator(ai));
  configureThumbnails({ pictures: () => import('@colophon/pictures'), illustrator: ai && createAIIllustrator(ai) });
  configureContentChat(ai && chat && createAIChatModel(ai), {
    models: chat?.models ?? [],
    onError,
    openAccounts: (ids) => openAccounts(database, ids),
    ...(chat?.daily === undefined ? {} : { daily: chat.daily }),
  });
  return ai?.type;
}

async function openAI(settings: Readonly<Record<string, string>>): Promise<AIProvider | undefined> {
  if (Object.keys(settings).length === 0) return undefined;
  const { getAIAuto } = await import('@colophon/ai');
  // Variables of a `.env` file are not in the environment of the process.
  return getAIAuto({}, { ...process.env, ...settings }).catch((error: Error) => {
    throw new ConfigError([`LIB_AI_*: ${error.message}`]);
  });
}

/** The given accounts that exist and are not disabled. */
async function openAccounts(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const query = database.dialect.builder.selectFrom('users').select('id').where('id', 'in', ids).where('disabledAt', 'is', null);
  return new Set((await database.all(query.compile())).map((row) => String(row['id'])));
}
