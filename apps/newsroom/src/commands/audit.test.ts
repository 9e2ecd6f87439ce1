import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

describe('newsroom audit', () => {
  let folder: string;
  const file = (name: string): string => join(folder, name);
  const run = (...args: string[]): Promise<CommandResult> => runCommand(args, { DATABASE_URL: `sqlite:${file('newsroom.sqlite')}` });
  const tamper = async (statement: string): Promise<void> => {
    const database = await openDatabase(`sqlite:${file('newsroom.sqlite')}`);
    await database.run({ sql: statement, parameters: [] });
    await database.close();
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-audit-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('exports the log to a file readable by its owner only, and verifies both', async () => {
    await run('tenant', 'create', 'acme', '--name', 'Acme');
    await run('tenant', 'create', 'gazette');
    const unsealed = await run('audit', 'verify');
    expect([unsealed.status, unsealed.stdout]).toEqual([0, expect.stringContaining('entries are not sealed yet')]);
    expect(await run('audit', 'export', file('audit.ndjson'))).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(file('audit.ndjson')).mode & 0o777).toBe(0o600);
    expect((await run('audit', 'export', file('audit.ndjson'))).status).toBe(1);
    for (const args of [[], ['--against', file('audit.ndjson')], ['--file', file('audit.ndjson')]]) {
      const { status, stdout } = await run('audit', 'verify', ...args);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+ entries in 1 chains, .*\nThe chain is intact/)]);
    }
  });

  it('erases a value, and the chain remains valid', async () => {
    const entry =
      readFileSync(file('audit.ndjson'), 'utf8')
        .split('\n')
        .find((line) => line.includes('Acme')) ?? '';
    const { id } = (JSON.parse(entry) as { entry: { id: string } }).entry;
    expect((await run('audit', 'erase', '--entry', id)).stdout).toContain('1 entries were erased');
    expect((await run('audit', 'verify')).stdout).toMatch(/2 values were erased|[1-9] values were erased/);
    expect((await run('audit', 'erase')).status).toBe(2);
  });

  it('names the entry that was changed, in the database and in an export', async () => {
    const lines = readFileSync(file('audit.ndjson'), 'utf8');
    writeFileSync(file('forged.ndjson'), lines.replace('gazette', 'gazelle'));
    expect(await run('audit', 'verify', '--file', file('forged.ndjson'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^CHANGED \S+ \(chain global, number \d+\): after is not/m),
    });
    await tamper(`UPDATE audit_entries SET action = 'delete' WHERE after LIKE '%gazette%'`);
    const { status, stdout } = await run('audit', 'verify');
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^CHANGED \S+ \(chain global, number \d+\): The entry is not what was sealed/m),
    ]);
  });
});
