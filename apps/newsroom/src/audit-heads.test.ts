import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

describe('the last signed head', () => {
  let newsroom: NewsroomProcess;
  const heads = (): { audit: Record<string, { sequence: number }> } =>
    JSON.parse(readFileSync(join(newsroom.directory, 'data/heads-newsroom.json'), 'utf8')) as never;
  const tamper = async (...statements: string[]): Promise<void> => {
    const database = await openDatabase(`sqlite:${join(newsroom.directory, 'data/newsroom.sqlite')}`);
    for (const sql of statements) await database.run({ sql, parameters: [] });
    await database.close();
  };
  beforeAll(async () => {
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'demo' });
    await newsroom.stop();
  });
  afterAll(() => newsroom.dispose());

  it('is kept beside the key, and a log that was emptied does not fit it', async () => {
    expect(heads().audit['global']?.sequence).toBeGreaterThan(0);
    expect(newsroom.run('audit', 'verify')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/and the head kept in data\/heads-newsroom\.json\. .*\nThe audit log is intact\.\n$/),
    });
    await tamper('DELETE FROM audit_heads', 'DELETE FROM audit_chain', 'DELETE FROM audit_entries');
    const emptied = newsroom.run('audit', 'verify');
    expect([emptied.status, emptied.stdout]).toEqual([
      1,
      expect.stringMatching(/^LOG [\s\S]*^REMOVED [\s\S]*^UNSIGNED [\s\S]*^UNLOGGED .* contents /m),
    ]);
  });

  it('goes on by a command alone, which the log records', () => {
    expect(newsroom.run('audit', 'continue').status).toBe(2);
    const { status, stdout } = newsroom.run('audit', 'continue', '--reason', 'Emptied by a test.');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^Chain global: the \d+ entries that were signed are not there\.$/m)]);
    expect(heads().audit['global']).toMatchObject({ sequence: 1 });
    expect(newsroom.run('audit', 'verify').stdout).not.toMatch(/^REMOVED/m);
    expect(newsroom.run('audit', 'continue', '--reason', 'Again.').stdout).toContain('nothing is lost');
  });
});
