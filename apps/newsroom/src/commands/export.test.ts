import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contents, type WriteReport } from '@colophon/content';
import { openDatabase } from '@colophon/core';
import { afterAll, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (house: string, ...args: readonly string[]): Promise<CommandResult> =>
  runCommand(args, { DATABASE_URL: `sqlite:${join(folder, `${house}.sqlite`)}`, FILES_URL: join(folder, `${house}-files`) });

it('exports a withdrawn piece as withdrawn, and says what it leaves out', async () => {
  const posts = join(folder, 'posts');
  mkdirSync(posts);
  writeFileSync(join(posts, 'bridge.md'), '---\ntitle: The bridge\ndate: 2020-01-01\n---\nThe bridge.\n');
  writeFileSync(join(posts, 'oak.md'), '---\ntitle: The oak\ndate: 2020-01-01\n---\nThe oak.\n');
  expect((await run('one', 'import', posts)).stdout).toContain('2 created');
  const database = await openDatabase(`sqlite:${join(folder, 'one.sqlite')}`);
  try {
    const bridge = await new Contents(database).bySlug({ slug: 'bridge' });
    await bridge.issueCorrectionAction({ type: 'retraction', summary: 'There is no bridge.' });
  } finally {
    await database.close();
  }
  const out = join(folder, 'out');
  const { status, stdout } = await run('one', 'export', out);
  expect([status, stdout]).toEqual([
    0,
    'Texts and their corrections only. Left out: 1 version, 2 signed accounts.\n2 written, 0 unchanged, 0 failed.\n',
  ]);
  expect(readFileSync(join(out, 'bridge.md'), 'utf8')).toMatch(
    /^---\ntitle: The bridge\ndate: 2020-01-01\ncorrections:\n {2}- type: retraction\n[^]*retracted: true\n---\nThe bridge\.\n$/,
  );
  expect(readFileSync(join(out, 'oak.md'), 'utf8')).toBe(readFileSync(join(posts, 'oak.md'), 'utf8'));
  const json = JSON.parse((await run('one', 'export', out, '--json')).stdout) as WriteReport;
  expect(json).toEqual({ written: 0, unchanged: 2, failed: [], leftOut: { versions: 1, accounts: 2 } });

  expect((await run('two', 'import', out)).stdout).toContain('2 created');
  const other = await openDatabase(`sqlite:${join(folder, 'two.sqlite')}`);
  try {
    const { id } = await new Contents(other).bySlug({ slug: 'bridge' });
    const [correction] = (await (await new Contents(other).require(id)).listCorrections()).items;
    expect(correction).toMatchObject({ type: 'retraction', summary: 'There is no bridge.' });
  } finally {
    await other.close();
  }
});
