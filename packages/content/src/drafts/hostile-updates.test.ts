import { type Database, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { DraftEditor } from '../../test/draft-editor.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';

// Each update form that a draft refuses is in packages/draft; here is what the server makes of them.
describeOnEveryDatabase('a draft that somebody hostile writes in', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let second = 0;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });
  const edna = editor('gazette');
  const ada = admin('gazette');
  const piece = async (as = edna): Promise<string> => {
    const { value } = await newsroom.run('contents.create', { as, input: { type: 'article', title: 'Title', body: 'The council met.' } });
    return String(value['id']);
  };
  /** Sends bytes as an editor, each time in a second of its own: how much is sent is another rule. */
  const send = async (one: DraftEditor, updates: readonly Uint8Array[], more: object = {}) => {
    second += 1;
    const input = {
      epoch: one.epoch,
      client: one.client,
      updates: updates.map((each) => ({ update: Buffer.from(each).toString('base64') })),
      ...more,
    };
    return newsroom.run('contents.sendDraftUpdates', {
      key: one.key,
      as: one.as,
      input,
      at: new Date(Date.now() + second * 1000).toISOString(),
    });
  };
  const stored = async (key: string) => (await newsroom.run('contents.draft', { key, as: edna })).value;

  it('changes by no damaged update, and no answer is a fault of the server', async () => {
    const key = await piece();
    let one = await DraftEditor.open(newsroom, key, edna);
    await one.write(0, 'Good. ').send();
    const before = await stored(key);
    const source = one.document;
    const whole = (await import('@colophon/draft')).stateOf(source);
    const answers = new Map<string, number>();
    let people = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(whole.length),
        async (flips, length) => {
          const bytes = Uint8Array.from(whole.subarray(0, Math.max(1, length)));
          for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
          const { status, code = 'taken' } = await send(one, [bytes]);
          answers.set(code, (answers.get(code) ?? 0) + 1);
          expect([200, 409, 422], `${status} ${code}`).toContain(status);
          // After ten refusals a client is closed: the next attempt has another.
          if (code === 'draft_client_closed') one = await DraftEditor.open(newsroom, key, { ...edna, id: `edna ${(people += 1)}` });
        },
      ),
      { numRuns: 300 },
    );
    expect(answers.get('update_refused')).toBeGreaterThan(50);
    const after = await stored(key);
    if (!answers.has('taken')) expect(after['values']).toEqual(before['values']);
    expect((after['values'] as { body: string }).body).toBeTypeOf('string');
  }, 60_000);

  it('closes a client after ten refused updates, and takes nothing of it any more', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    for (let count = 0; count < 10; count += 1) expect((await send(one, [Uint8Array.of(1, 2, 3)])).code).toBe('update_refused');
    one.write(0, 'Honest now. ');
    expect((await send(one, one.unsent)).code).toBe('draft_client_closed');
    expect(await stored(key)).toMatchObject({ values: { body: 'The council met.' } });
    const again = await DraftEditor.open(newsroom, key, edna, { epoch: one.epoch, vector: 'AA==', client: one.client });
    expect(again.client).not.toBe(one.client);
  });

  it('takes all updates of a request or none', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    one.write(0, 'Half. ');
    const refused = await send(one, [...one.unsent, Uint8Array.of(9, 9, 9)]);
    expect(refused.code).toBe('update_refused');
    expect(await stored(key)).toMatchObject({ sequence: 0, values: { body: 'The council met.' } });
    expect((await send(one, one.unsent)).status).toBe(200);
  });

  it('refuses what is too large, too much or no message at all, by its name', async () => {
    const key = await piece();
    const one = await DraftEditor.open(newsroom, key, edna);
    expect(await send(one, [new Uint8Array(262_145)])).toMatchObject({ status: 413, code: 'update_too_large' });
    expect((await send(one, [])).status).toBe(422);
    expect((await send(one, [Uint8Array.of(0, 0)], { updates: [{ update: '!!' }] })).error).toMatchObject({
      errors: [{ pointer: '/updates' }],
    });
    expect((await send(one, [Uint8Array.of(0, 0)], { epoch: 'x' })).status).toBe(422);
    expect((await send(one, [Uint8Array.of(0, 0)], { client: 2 ** 32 })).status).toBe(422);
    expect((await send(one, [Uint8Array.of(0, 0)], { updates: [{ update: 'AAA=', as: { kind: 'typed' } }] })).status).toBe(422);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const input = { epoch: one.epoch, client: one.client, updates: [{ update: 'AAA=' }] };
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => newsroom.run('contents.sendDraftUpdates', { key, as: edna, input, at })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('is written by nobody else: another tenant, a token of a viewer, or somebody who lost the role in mid-sentence', async () => {
    const carl = contributor('gazette');
    const { value } = await newsroom.run('contents.create', { as: carl, input: { type: 'article', title: 'Mine' } });
    const key = String(value['id']);
    const one = await DraftEditor.open(newsroom, key, carl);
    await one.write(0, 'Half a sen').send();
    one.write(10, 'tence.');
    const lowered = { ...carl, role: 'viewer' as const };
    const input = { epoch: one.epoch, client: one.client, updates: [{ update: Buffer.from(one.unsent[0] ?? []).toString('base64') }] };
    expect((await newsroom.run('contents.sendDraftUpdates', { key, as: lowered, input })).status).toBe(403);
    expect((await newsroom.run('contents.sendDraftUpdates', { key, as: editor('herald'), input })).status).toBe(404);
    await newsroom.run('contents.update', { key, as: ada, input: { status: 'published' } });
    expect((await newsroom.run('contents.sendDraftUpdates', { key, as: carl, input })).status).toBe(403);
  });

  it('has room for ten editors of one person and fifty in all, and reading goes on', async () => {
    const key = await piece();
    const clients = [];
    for (let count = 0; count < 10; count += 1) clients.push((await DraftEditor.open(newsroom, key, edna)).client);
    expect(new Set(clients).size).toBe(10);
    expect((await newsroom.run('contents.openDraft', { key, as: edna, input: {} })).code).toBe('draft_full');
    expect((await newsroom.run('contents.draft', { key, as: edna })).status).toBe(200);
    const later = new Date(Date.now() + 300_000).toISOString();
    expect((await newsroom.run('contents.openDraft', { key, as: edna, input: {}, at: later })).status).toBe(200);
  });

  it('tells a program that is not a person so', async () => {
    const key = await piece();
    const { Contents } = await import('../index.ts');
    const record = await new Contents(database, makeCall({})).require(key);
    await expect(record.sendDraftUpdates({ epoch: '0'.repeat(16), client: 1, updates: [{ update: 'AAA=' }] })).rejects.toMatchObject({
      status: 403,
    });
  });
});
