import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contents } from '@colophon/content';
import { type Database, makeCall, openDatabase } from '@colophon/core';
import { changeDraft, fromBase64, toBase64, writeEdits } from '@colophon/draft';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsroom-drafts-'));
const url = `sqlite:${join(folder, 'newsroom.sqlite')}`;
const run = (...args: string[]): Promise<CommandResult> => runCommand(args, { DATABASE_URL: url, FILES_URL: join(folder, 'files') });
let database: Database;
let pieceId: string;

beforeAll(async () => {
  await run('user', 'create', '--email', 'paul@example.org', '--role', 'editor', '--name', 'Paul');
  database = await openDatabase(url);
  const call = makeCall({ caller: { kind: 'user', id: 'paul', name: 'Paul', tenantId: null, role: 'editor' } });
  const piece = await new Contents(database, call).add({ title: 'Rain', body: 'It rained.', type: 'note' });
  pieceId = piece.id;
  const { epoch, client, state } = await piece.openDraft();
  const { update } = changeDraft(fromBase64(state ?? ''), client ?? 0, (copy) =>
    writeEdits(copy, 'body', [{ at: 0, remove: 0, insert: 'Yesterday ' }]),
  );
  await piece.sendDraftUpdates({ epoch: epoch ?? '', client: client ?? 0, updates: [{ update: toBase64(update ?? new Uint8Array()) }] });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('lists the drafts with unsaved text, and none of what they say', async () => {
  const { stdout, status } = await run('drafts', 'list');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${pieceId}\\t\\d{4}-.*\\t\\d+ bytes\\t1 updates\\tRain\\n$`));
  expect(JSON.parse((await run('drafts', 'list', '--json')).stdout)).toMatchObject([{ contentId: pieceId, updates: 1, isPrivate: false }]);
});

it('begins one anew: the text stays unsaved, its history is gone', async () => {
  expect(await run('drafts', 'close', pieceId)).toMatchObject({ status: 0, stdout: `The draft of ${pieceId} has begun anew.\n` });
  expect(JSON.parse((await run('drafts', 'list', '--json')).stdout)).toMatchObject([{ contentId: pieceId, updates: 0 }]);
  expect((await (await new Contents(database).require(pieceId)).draft()).values.body).toBe('Yesterday It rained.');
  expect((await run('drafts', 'close', 'nobody')).status).toBe(1);
});
