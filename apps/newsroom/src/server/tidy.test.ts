import { startTidying } from '@colophon/app';
import { makeCall, requireCurrentSchema, openDatabase, SYSTEM } from '@colophon/core';
import { Contents } from '@colophon/content';
import { enqueueMail } from '@colophon/mail';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { newsroomTable } from './objects.ts';
import { newsroomTidying } from './tidy.ts';

const SECRET = { NEWSROOM_SECRET: 'x'.repeat(32) };

it.each([
  ['keeps every version unless told how many', undefined, [5, 4, 3, 2, 1]],
  ['keeps as many versions as it is told', '2', [5, 4]],
])('%s', async (_what, setting, remaining) => {
  const { keepVersions } = loadConfig({ ...SECRET, ...(setting === undefined ? {} : { NEWSROOM_KEEP_VERSIONS: setting }) });
  const database = await openDatabase('sqlite::memory:');
  await requireCurrentSchema(database, newsroomTable().schema);
  const content = await new Contents(database).add({ title: 'Kept', type: 'article' });
  for (let each = 0; each < 5; each += 1) await content.mutateVersionAction();
  const errors: unknown[] = [];
  const stop = startTidying(database, {
    parts: newsroomTidying(database, { keepVersions }),
    every: 5,
    onError: (error) => errors.push(error),
  });
  await stop();
  expect([errors, (await content.listVersions()).map(({ version }) => version)]).toEqual([[], remaining]);
  await database.close();
});

it('deletes what it can if a part of it fails, and reports each failure', async () => {
  const database = await openDatabase('sqlite::memory:');
  await requireCurrentSchema(database, newsroomTable().schema);
  const long = makeCall({ caller: SYSTEM, now: () => new Date(0) });
  await (await new Contents(database, long).add({ title: 'Trash', type: 'article' })).delete();
  const trash = () => database.all({ sql: 'SELECT id FROM content_trash', parameters: [] });
  expect(await trash()).toHaveLength(1);
  const mail = { kind: 'x', recipientKey: 'user:x', to: 'ada@news.example', tenantId: null, data: {}, dedupeKey: 'x' };
  await enqueueMail(database, mail, new Date(0));
  await database.run({ sql: `UPDATE mail_outbox SET status = 'sent', "nextAttemptAt" = NULL`, parameters: [] });
  for (const table of ['device_logins', 'content_events']) await database.run({ sql: `DROP TABLE ${table}`, parameters: [] });
  const errors: unknown[] = [];
  const stop = startTidying(database, { parts: newsroomTidying(database, {}), every: 60_000, onError: (error) => errors.push(error) });
  await stop();
  expect(errors).toHaveLength(2);
  expect(await trash()).toEqual([]);
  expect(await database.all({ sql: 'SELECT id FROM mail_outbox', parameters: [] })).toEqual([]);
  await database.close();
});

it('rejects an invalid number of versions, naming the setting', () => {
  expect(() => loadConfig({ ...SECRET, NEWSROOM_KEEP_VERSIONS: 'a few' })).toThrow(/NEWSROOM_KEEP_VERSIONS must be a whole number/);
  expect(loadConfig({ ...SECRET, NEWSROOM_KEEP_VERSIONS: '' }).keepVersions).toBeUndefined();
});
