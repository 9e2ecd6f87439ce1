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
    expect(await run('audit', 'export', file('audit.ndjson'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('exists already, and an export does not overwrite a file'),
    });
    expect((await run('audit', 'verify', '--against', file('audit.ndjson'))).stdout).toMatch(
      / and an export\. .*\nThe audit log is intact\./,
    );
    for (const args of [[], ['--file', file('audit.ndjson')]]) {
      const { status, stdout } = await run('audit', 'verify', ...args);
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(/^\d+ entries in 1 chain, .*\nWhat is there is consistent. A shortened log cannot be seen here/),
      ]);
    }
  });

  it.each(['--file', '--against', '--keys'])('explains a missing file and a folder for %s, without a stack', async (option) => {
    for (const [path, told] of [
      [file('nothing.ndjson'), `${file('nothing.ndjson')}: it does not exist.`],
      [folder, 'A folder was given where a file is expected.'],
    ] as const) {
      const { status, stderr } = await run('audit', 'verify', option, path);
      expect([status, stderr.split('\n')[0]]).toEqual([1, told]);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });

  it('erases a value, and the chain remains valid', async () => {
    const entry =
      readFileSync(file('audit.ndjson'), 'utf8')
        .split('\n')
        .find((line) => line.includes('Acme')) ?? '';
    const { id } = (JSON.parse(entry) as { entry: { id: string } }).entry;
    expect((await run('audit', 'erase', '--entry', id)).stdout).toContain('The values of 1 entry were erased');
    expect((await run('audit', 'verify')).stdout).toMatch(/Erased values: [1-9]/);
    expect((await run('audit', 'erase')).status).toBe(2);
    for (const option of ['--entry', '--caller'])
      expect(await run('audit', 'erase', option, 'nobody')).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^Nothing was erased/),
      });
  });

  it('refuses a file of keys that contains none, and says where to get them', async () => {
    for (const [name, text] of [
      ['lines.json', readFileSync(file('audit.ndjson'), 'utf8')],
      ['null.json', 'null'],
      ['empty.json', '{}'],
      ['no-keys.json', '{"keys":[]}'],
      ['other-keys.json', '{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0","iat":1}]}'],
    ] as const) {
      writeFileSync(file(name), text);
      const { status, stdout, stderr } = await run('audit', 'verify', '--keys', file(name));
      expect([name, status, stdout, stderr]).toEqual([name, 1, '', expect.stringContaining('/.well-known/jwks.json')]);
      expect(stderr).not.toContain(' at ');
    }
  });

  it('names the entry that was changed, in the database and in an export', async () => {
    const lines = readFileSync(file('audit.ndjson'), 'utf8');
    writeFileSync(file('forged.ndjson'), lines.replace('gazette', 'gazelle'));
    expect(await run('audit', 'verify', '--file', file('forged.ndjson'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^CHANGED \S+ \(chain global, number \d+\): after differs from what was sealed/m),
    });
    await tamper(`UPDATE audit_entries SET action = 'delete' WHERE after LIKE '%gazette%'`);
    const { status, stdout } = await run('audit', 'verify');
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^CHANGED \S+ \(chain global, number \d+\): The entry differs from what was sealed/m),
    ]);
  });

  it('detects against an export that the end of the log was removed', async () => {
    await tamper('DELETE FROM audit_chain WHERE sequence > 1');
    await tamper('DELETE FROM audit_entries WHERE id NOT IN (SELECT "entryId" FROM audit_chain)');
    expect(await run('audit', 'verify', '--against', file('audit.ndjson'))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^REMOVED .*: The export covers entries up to 2, but the chain ends at 1/m),
    });
  });
});
