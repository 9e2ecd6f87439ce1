import { beforeAll, expect, it } from 'vitest';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { text } from '../fields/text.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { migrationStatus } from '../storage/migrations/status.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';
import { schemaOf } from './schema.ts';

class Clip extends object(
  { name: text({ required: true }), tags: list(text(), { indexed: true }), metadata: json({ indexed: true, default: {} }) },
  { table: 'clips' },
) {}
class Clips extends collection(Clip) {}

const ROWS = 2500;

describeOnEveryDatabase('a value index', (open) => {
  let clips: Clips;

  beforeAll(async () => {
    clips = await Clips.create({ db: await open() });
    await clips.transaction(async () => {
      for (let index = 0; index < ROWS; index += 1) {
        const tags = ['common', ...(index % 100 === 0 ? ['rare'] : [])];
        await clips.add({
          name: `clip ${index}`,
          tags,
          metadata: { lot: { number: index % 10 }, long: 'x'.repeat(index === 7 ? 600 : 5) },
        });
      }
    });
  });

  it('finds and counts what many rows have, and what few have', async () => {
    expect(await clips.page({ where: { tags: 'common' }, limit: 3 })).toMatchObject({
      count: ROWS,
      items: [{ name: 'clip 2499' }, {}, {}],
    });
    expect(await clips.page({ where: { tags: 'rare' }, limit: 2 })).toMatchObject({ count: 25, items: [{ name: 'clip 2400' }, {}] });
    expect(await clips.page({ where: { tags: 'absent' } })).toMatchObject({ count: 0, items: [] });
    expect(await clips.count({ where: { tags: { ne: 'rare' } } })).toBe(ROWS - 25);
    expect(await clips.count({ where: { all: [{ tags: 'common' }, { tags: 'rare' }] } })).toBe(25);
    expect(await clips.count({ where: { any: [{ tags: 'rare' }, { name: 'clip 1' }] } })).toBe(26);
  });

  it('finds values inside JSON by path and type', async () => {
    expect(await clips.count({ where: { 'metadata.lot.number': 3 } })).toBe(250);
    expect(await clips.count({ where: { 'metadata.lot.number': '3' } })).toBe(0);
    expect(await clips.count({ where: { 'metadata.lot.number': { in: [3, 4] } } })).toBe(500);
  });

  it('finds a value too long to be indexed', async () => {
    expect(await clips.count({ where: { 'metadata.long': 'x'.repeat(600) } })).toBe(1);
  });

  it('follows changes and removals', async () => {
    const clip = await clips.find({ name: 'clip 1' });
    await clips.update(clip?.id ?? '', { tags: ['moved'], metadata: { lot: { number: 99 } } });
    expect(await clips.count({ where: { tags: 'moved' } })).toBe(1);
    expect(await clips.count({ where: { 'metadata.lot.number': 99 } })).toBe(1);
    expect(await clips.count({ where: { tags: 'common' } })).toBe(ROWS - 1);
    await clips.remove(clip?.id ?? '');
    expect(await clips.count({ where: { tags: 'moved' } })).toBe(0);
  });

  it('is added by a migration to rows that are there, and taken away by one', async () => {
    const database = await open();
    class Before extends object({ type: text(), value: text(), tags: list(text()), metadata: json() }, { table: 'notes' }) {}
    class Befores extends collection(Before) {}
    class After extends object(
      { type: text(), value: text(), tags: list(text(), { indexed: true }), metadata: json({ indexed: true }) },
      { table: 'notes' },
    ) {}
    class Afters extends collection(After) {}
    await applyMigrations(database, schemaOf([Befores]));
    await new Befores(database).add({ tags: ['a', 'b'], metadata: { on: true } });
    await applyMigrations(database, schemaOf([Afters]));
    expect(await new Afters(database).count({ where: { tags: 'b', 'metadata.on': true } })).toBe(1);
    await applyMigrations(database, schemaOf([Befores]));
    expect(await new Befores(database).count({ where: { tags: 'b', 'metadata.on': true } })).toBe(1);
    expect((await migrationStatus(database, schemaOf([Befores]))).state).toBe('current');
  });
});
