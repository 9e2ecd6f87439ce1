import { expect, it, vi } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { announceProcess } from './announce-process.ts';
import { readDatabaseState, writeDatabaseState } from './database-state.ts';
import { liveProcesses, PROCESS_TABLE } from './process-table.ts';

describeOnEveryDatabase('the processes of a database', (open) => {
  it('are those that were seen within a minute', async () => {
    const database = await open();
    expect(await liveProcesses(database)).toEqual([]);
    const [one, other] = await Promise.all([
      announceProcess(database, { version: '1.0.0', schema: 'a' }),
      announceProcess(database, { version: '1.1.0', schema: 'b', mode: 'worker' }),
    ]);
    const seen = await liveProcesses(database);
    expect(seen.map(({ version, schema, mode }) => `${version} ${schema} ${mode}`).toSorted()).toEqual([
      '1.0.0 a server',
      '1.1.0 b worker',
    ]);
    await other();
    expect((await liveProcesses(database)).map(({ schema }) => schema)).toEqual(['a']);
    const past = new Date(Date.now() - 61_000).toISOString();
    await database.run(database.dialect.builder.updateTable(PROCESS_TABLE).set({ seenAt: past }).compile());
    expect(await liveProcesses(database)).toEqual([]);
    await one();
  });

  it('say every ten seconds that they are there', async () => {
    const database = await open();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = await announceProcess(database, { version: '1.0.0', schema: 'a' });
      const past = new Date(Date.now() - 61_000).toISOString();
      await database.run(database.dialect.builder.updateTable(PROCESS_TABLE).set({ seenAt: past }).compile());
      vi.advanceTimersByTime(10_000);
      await vi.waitFor(async () => expect(await liveProcesses(database)).toHaveLength(1));
      await stop();
      expect(await liveProcesses(database)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('share values', async () => {
    const database = await open();
    expect(await readDatabaseState(database, 'mode')).toBeUndefined();
    await writeDatabaseState(database, 'mode', 'open');
    await writeDatabaseState(database, 'mode', { is: 'read_only' });
    expect(await readDatabaseState(database, 'mode')).toEqual({ is: 'read_only' });
    expect(await database.all({ sql: 'SELECT rev FROM _colophon_state', parameters: [] })).toEqual([{ rev: 2 }]);
  });
});
