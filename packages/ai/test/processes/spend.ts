// Makes mixed calls under a shared limit: spend.ts <vendor url> <database> <ceiling> <calls>. A file is SQLite, an URL PostgreSQL.
// Prints a line for each call: ok, refused, or the code of its error.
import { createSpendingLimit, createSqlSpendingStore, getAI, AIError } from '../../src/index.ts';
import { postgresPort, sqlitePort } from '../stores/sql-ports.ts';
import { budgetPrices } from './shared-budget.ts';

const [url = '', database = '', ceiling = '', calls = ''] = process.argv.slice(2);
const port = database.startsWith('postgres:') ? postgresPort(database) : sqlitePort(database);
const spending = createSpendingLimit({
  maxCost: Number(ceiling),
  prices: budgetPrices,
  store: createSqlSpendingStore(port),
  storeTimeout: 60_000,
});
const ai = await getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${url}/v1`, spending }, {});
const ask = [{ role: 'user', content: 'Hello there' }] as const;
let left = Number(calls);

const kinds: readonly (() => Promise<unknown>)[] = [
  () => ai.chat(ask, { maxTokens: 20 }),
  () => ai.stream(ask, { maxTokens: 30 }).response,
  () => ai.embed('A short text.'),
  // The vendor has answered, and billed, when the reader leaves.
  async () => {
    for await (const _chunk of ai.stream(ask, { maxTokens: 20 })) break;
  },
];

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const kind = kinds[left % kinds.length] as (typeof kinds)[number];
    const outcome = await kind().then(
      () => 'ok',
      (failure: unknown) => (AIError.isInstance(failure) ? failure.code : 'unknown'),
    );
    process.stdout.write(`${outcome}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, work));
await spending.flush(60_000);
await port.close();
