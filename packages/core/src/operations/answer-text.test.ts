import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import type { Caller } from '../callers/caller.ts';
import { computed } from '../fields/computed.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object, type Presented } from '../objects/object.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import type { Answer } from './answer.ts';
import { pageText, recordText } from './answer-text.ts';
import type { Operations } from '../registry/operation-options.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

const editor: Caller = { kind: 'user', id: 'e', name: 'Editor', tenantId: null, role: 'editor' };

let mood = 'calm';

class Song extends object(
  {
    title: text({ required: true }),
    verses: list(text()),
    notes: json({ default: {} }),
    secret: text({ private: true, default: 'hush' }),
    shout: computed(text(), ['title'], ({ title }) => String(title).toUpperCase()),
  },
  { table: 'songs', api: true, access: { read: 'public' } },
) {
  static readonly operations: Operations<Song> = { hum: { method: 'GET', path: ['hum'] } };

  static async present(records: readonly Presented[]): Promise<readonly Presented[]> {
    return records.map(({ title }) => ({ mood: `${String(title)} is ${mood}` }));
  }

  /** The record as it would be, and is not stored. */
  async hum(): Promise<this> {
    this.title = `Hm, ${this.title}`;
    return this;
  }
}
class Songs extends collection(Song) {}
const table = operationTable([Songs]);

describe('the text of an answer', () => {
  const directory = mkdtempSync(join(tmpdir(), 'colophon-'));
  let database: Database;
  let id = '';
  beforeAll(async () => {
    database = await openDatabase(`sqlite:${join(directory, 'songs.sqlite')}`);
    await applyMigrations(database, table.schema);
    id = (await new Songs(database).add({ title: 'Ash', verses: ['one', 'two'], notes: { key: 'C' } })).id;
    await new Songs(database).add({ title: 'Birch' });
  });
  afterAll(async () => {
    await database.close();
    rmSync(directory, { recursive: true });
  });
  const run = async (name: string, parts: { key?: string; input?: unknown } = {}): Promise<Answer & { json: string | undefined }> => {
    const answer = await runOperation(table.operation(name)!, { database, call: makeCall({ caller: editor }), ...parts });
    return Object.assign(answer, { json: answer.text?.().text });
  };

  it('says what the value says, letter by letter, as often as it is asked for', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      for (const answer of [await run('songs.get', { key: id }), await run('songs.list', { input: { orderBy: 'title' } })]) {
        expect(answer.json).toBe(JSON.stringify(answer.value));
      }
    }
    expect((await run('songs.get', { key: id })).value).toMatchObject({ title: 'Ash', shout: 'ASH', mood: 'Ash is calm' });
  });

  it('is the same, and hashed once, for as long as the record and what its class adds are', async () => {
    const [one, other] = [await run('songs.get', { key: id }), await run('songs.get', { key: id })];
    expect(one.text?.()).toBe(other.text?.());
    mood = 'glad';
    const third = await run('songs.get', { key: id });
    expect(third.json).toContain('Ash is glad');
    expect(third.text?.().digest).not.toBe(one.text?.().digest);
  });

  it('follows a write at once', async () => {
    await run('songs.update', { key: id, input: { notes: { key: 'D' } } });
    expect((await run('songs.get', { key: id })).json).toContain('"notes":{"key":"D"}');
    expect((await run('songs.list')).json).toContain('"notes":{"key":"D"}');
  });

  it('is of the record as the method left it, stored or not', async () => {
    await run('songs.get', { key: id });
    expect((await run('songs.hum', { key: id })).json).toContain('"title":"Hm, Ash"');
    expect((await run('songs.get', { key: id })).json).toContain('"title":"Ash"');
  });

  it('cannot be changed by whoever holds what was shared', async () => {
    // What is asked for a second time is kept and shared.
    const query = { fields: ['title', 'verses'] as const };
    await new Songs(database).rows(query);
    const { items } = await new Songs(database).rows(query);
    expect(() => (items[0]!['verses'] as string[]).push('three')).toThrow(TypeError);
    expect(() => Object.assign(items[0]!, { title: 'Oak' })).toThrow(TypeError);
  });

  it('never has a name twice', () => {
    const own = Object.freeze({ id: '1', title: 'Ash' });
    expect(recordText(own, { title: 'Oak', more: 1 }).text).toBe('{"id":"1","title":"Oak","more":1}');
    expect(recordText(Object.freeze({}), { more: 1 }).text).toBe('{"more":1}');
    expect(recordText(own, {}).text).toBe('{"id":"1","title":"Ash"}');
    expect(pageText({ items: [], count: null, limit: 5, offset: 0 }, undefined).text).toBe(
      '{"items":[],"count":null,"limit":5,"offset":0}',
    );
  });
});
