import { readFile } from 'node:fs/promises';
import { ConfigError } from '@colophon/app';
import type { AIProvider, PriceBook, SpendingLimit, SpendingStatus } from '@colophon/ai';
import type { Database } from '@colophon/core';
import { spendingPort } from '@colophon/core/spending';
import type { Config } from '../config/load-config.ts';

/** The AI of a Newsroom. */
export interface NewsroomAI {
  readonly ai: AIProvider;
  /** What this month has cost, in US dollars; undefined without a budget. */
  budget(): Promise<SpendingStatus | undefined>;
  /** Waits until the cost of the calls so far is recorded: before the database is closed. */
  flush(): Promise<void>;
}

const FLUSH_MS = 5000;

/**
 * Opens the AI of the settings; undefined without settings. With a monthly budget every call reserves its maximum cost in the database
 * before it is sent, so that all processes of this Newsroom share the budget.
 *
 * @throws ConfigError if the settings are invalid
 */
export async function openAI(
  { ai: settings = {}, aiBudget, aiPrices }: Pick<Config, 'ai' | 'aiBudget' | 'aiPrices'>,
  database: Database,
): Promise<NewsroomAI | undefined> {
  if (Object.keys(settings).length === 0) return undefined;
  const { getAIAuto } = await import('@colophon/ai');
  const spending = aiBudget === undefined ? undefined : await openBudget(aiBudget, aiPrices, database);
  // Variables of a `.env` file are not in the environment of the process.
  const ai = await getAIAuto(spending ? { spending } : {}, { ...process.env, ...settings }).catch((error: Error) => {
    throw new ConfigError([`LIB_AI_*: ${error.message}`]);
  });
  return { ai, budget: async () => spending?.status(), flush: async () => spending?.flush(FLUSH_MS) };
}

/** A limit that begins anew with each month, in UTC. */
async function openBudget(maxCost: number, pricesFile: string | undefined, database: Database): Promise<SpendingLimit> {
  const { createSpendingLimit, createSqlSpendingStore } = await import('@colophon/ai');
  const prices = pricesFile === undefined ? {} : { prices: await pricesOf(pricesFile) };
  return createSpendingLimit({
    maxCost,
    key: () => `newsroom ${new Date().toISOString().slice(0, 7)}`,
    store: createSqlSpendingStore(spendingPort(database), { createTables: false }),
    ...prices,
  });
}

async function pricesOf(file: string): Promise<PriceBook> {
  const { readPrices } = await import('@colophon/ai');
  try {
    return await readPrices(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ConfigError([`NEWSROOM_AI_PRICES ${file} is no table of prices: ${(error as Error).message}`]);
  }
}
