import { createLogger } from '@colophon/app';
import { applyMigrations, openDatabase } from '@colophon/core';
import { createToken } from '@colophon/identity';
import { newsroomTable } from '../../apps/newsroom/src/server/objects.ts';
import { createApp } from '../../apps/newsroom/src/server/app.ts';
import { type Creating, measureChain } from '../support/chain-cost.ts';
import { newsroomConfig } from '../support/newsroom-config.ts';
import { piece } from './servers/dataset.ts';

// The cost that the chain of audit entries adds to creates of articles of 2 KB over REST, without the network. `-- rest/audit 30` for more
// rounds, `-- rest/audit 30 postgres` for one database. `-- core/audit` measures it for the smallest records.
await measureChain(creating);

async function creating(databaseUrl: string): Promise<Creating> {
  const database = await openDatabase(databaseUrl);
  const table = newsroomTable();
  await applyMigrations(database, table.schema);
  const { token } = await createToken({ database, role: 'editor', tenantId: null, name: 'bench' });
  const app = createApp({ config: newsroomConfig(databaseUrl), database, table, logger: createLogger('warn'), isStopping: () => false });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    database,
    async create(index) {
      const { title, body } = piece(index, 2048);
      const sent = JSON.stringify({ title, slug: `made-${index}`, body });
      const response = await app.request('http://localhost:4000/api/v1/contents', { method: 'POST', headers, body: sent });
      if (response.status !== 201) throw new Error(`A create was answered with ${response.status}: ${await response.text()}`);
    },
  };
}
