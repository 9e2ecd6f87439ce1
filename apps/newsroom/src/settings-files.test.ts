import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

describe('a Newsroom with its settings in files', () => {
  let newsroom: NewsroomProcess;
  beforeAll(async () => {
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none' });
  });
  afterAll(() => newsroom.dispose());

  it('says whether it is ready, and why it is not', () => {
    expect(newsroom.run('health')).toMatchObject({ status: 0, stdout: 'ready\n' });
    const other = newsroom.runWith({ PORT: '1' }, 'health', '--wait', '1');
    expect(other.status).toBe(1);
    expect(other.stderr).toMatch(/^not ready: http:\/\/127\.0\.0\.1:1\/readyz does not answer/);
    expect(newsroom.run('health', '--wait', 'soon')).toMatchObject({ status: 2 });
  });

  it('prints what is in force and where it comes from, and no secret', () => {
    const secret = join(newsroom.directory, 'own-secret');
    writeFileSync(secret, `${'s'.repeat(40)}\n`, { mode: 0o600 });
    const { stdout, status } = newsroom.runWith(
      { NEWSROOM_SECRET: '', NEWSROOM_SECRET_FILE: secret, MAIL_URL: 'smtp://me:hunter2@mail.example' },
      'config',
      'print',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^NEWSROOM_SECRET=set \([0-9a-f]{8}\) {2}\(file\)$/m);
    expect(stdout).toMatch(/^MAIL_URL=set \([0-9a-f]{8}\) {2}\(environment\)$/m);
    expect(stdout).toMatch(/^NEWSROOM_SEED=none {2}\(environment\)$/m);
    expect(stdout).not.toMatch(/hunter2|sss/);
    const rows = JSON.parse(newsroom.run('config', 'print', '--json').stdout) as { name: string }[];
    expect(rows.map(({ name }) => name)).toContain('PORT');
  });

  it('checks them all at once', () => {
    expect(newsroom.run('config', 'check').stdout).toMatch(/^The settings of Newsroom are valid\.\nWEAK {2}BASE_URL is http:\/\/localhost/);
    const faulty = newsroom.runWith({ PORT: 'x', NEWSROOM_SECRET_FILE: '/none', NEWSROOM_SEED: 'much' }, 'config', 'check');
    expect(faulty.status).toBe(1);
    for (const name of ['PORT must be', 'NEWSROOM_SECRET_FILE names /none', 'NEWSROOM_SEED']) expect(faulty.stderr).toContain(name);
  });

  it('writes into the folder that it is told to, and nowhere else', () => {
    const data = join(newsroom.directory, 'elsewhere');
    const made = newsroom.runWith(
      { NEWSROOM_DATA: data, DATABASE_URL: '', FILES_URL: '', NEWSROOM_SECRET: '', NEWSROOM_SIGNING_KEY: '' },
      'token',
      'create',
      '--role',
      'editor',
    );
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('elsewhere')]);
    expect(readdirSync(data).toSorted()).toEqual(expect.arrayContaining(['newsroom.sqlite', 'secret']));
    expect(existsSync(join(newsroom.directory, 'elsewhere', 'data'))).toBe(false);
  });
});
