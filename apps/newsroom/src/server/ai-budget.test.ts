import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqlSpendingStore } from '@colophon/ai';
import { type Database, openDatabase, requireCurrentSchema } from '@colophon/core';
import { spendingPort } from '@colophon/core/spending';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoopbackVendor } from '../../../../packages/ai/test/loopback/server.ts';
import { openaiWire } from '../../../../packages/ai/test/loopback/wires.ts';
import { describeSpendingStore } from '../../../../packages/ai/test/stores/describe-spending-store.ts';
import { type Config, loadConfig } from '../config/load-config.ts';
import { type NewsroomAI, openAI } from './ai.ts';
import { newsroomTable } from './objects.ts';

const PRICES = { 'gpt-6-luna': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 0.0001, output_cost_per_token: 0.001 } };

describeOnEveryDatabase('the budget of the AI', (open) => {
  let vendor: LoopbackVendor;
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    vendor = await LoopbackVendor.start(openaiWire);
    database = await open();
    await requireCurrentSchema(database, newsroomTable().schema);
    folder = await mkdtemp(join(tmpdir(), 'newsroom-prices-'));
  });
  afterAll(async () => {
    await vendor.close();
    await rm(folder, { recursive: true });
  });
  const settings = (more: object = {}) =>
    loadConfig({
      NEWSROOM_SECRET: 'x'.repeat(32),
      LIB_AI_PROVIDER: 'openai',
      LIB_AI_API_KEY: 'sk-loopback',
      LIB_AI_BASE_URL: `${vendor.url}/v1`,
      LIB_AI_MODEL: 'gpt-6-luna',
      NEWSROOM_AI_BUDGET: '0.5',
      ...more,
    });
  const prices = async (): Promise<string> => {
    const file = join(folder, 'prices.json');
    await writeFile(file, JSON.stringify(PRICES));
    return file;
  };
  const opened = async (config: Config, each: Database): Promise<NewsroomAI> => (await openAI(config, each)) as NewsroomAI;
  const ask = [{ role: 'user', content: 'Hello there' }] as const;

  describeSpendingStore('in the database of a Newsroom', () => createSqlSpendingStore(spendingPort(database), { createTables: false }));

  it('is one for all processes, and is never exceeded', async () => {
    const config = settings({ NEWSROOM_AI_PRICES: await prices() });
    const other = await openDatabase(database.url);
    try {
      const both = await Promise.all([opened(config, database), opened(config, other)]);
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (both[index % 2] as NewsroomAI).ai.chat(ask, { maxTokens: 40 }).then(
            () => 'answered',
            (error: { code?: string }) => error.code,
          ),
        ),
      );
      await Promise.all(both.map((each) => each.flush()));
      expect(new Set(outcomes)).toEqual(new Set(['answered', 'SPENDING_LIMIT_EXCEEDED']));
      const [one, two] = await Promise.all(both.map((each) => each.budget()));
      expect(one?.spent).toBe(two?.spent);
      expect(one).toMatchObject({ maxCost: 0.5, reserved: 0, table: { source: 'litellm' } });
      expect(one?.spent).toBeGreaterThan(0);
      expect(one?.spent).toBeLessThanOrEqual(0.5);
    } finally {
      await other.close();
    }
  });

  it('refuses a model whose price is not known, and calls within a transaction, which could be rolled back', async () => {
    const config = settings({ LIB_AI_MODEL: 'house-model-1' });
    await expect((await opened(config, database)).ai.chat(ask)).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    const priced = await opened(settings({ NEWSROOM_AI_PRICES: await prices() }), database);
    const sent = vendor.requests.length;
    await expect(database.transaction(() => priced.ai.chat(ask))).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED' });
    expect(vendor.requests).toHaveLength(sent);
  });

  it('is a setting that says what is wrong with it', async () => {
    for (const amount of ['0', '-5', 'much', '1.234']) expect(() => settings({ NEWSROOM_AI_BUDGET: amount })).toThrow('NEWSROOM_AI_BUDGET');
    expect(() => settings({ NEWSROOM_AI_WEB_SEARCHES: '21' })).toThrow('NEWSROOM_AI_WEB_SEARCHES');
    expect(settings({ NEWSROOM_AI_BUDGET: '' }).aiBudget).toBeUndefined();
    const file = join(folder, 'not-prices.json');
    await writeFile(file, '"prices"');
    for (const path of [file, join(folder, 'nothing.json')])
      await expect(openAI(settings({ NEWSROOM_AI_PRICES: path }), database)).rejects.toThrow(
        `NEWSROOM_AI_PRICES ${path} is no table of prices`,
      );
  });
});
