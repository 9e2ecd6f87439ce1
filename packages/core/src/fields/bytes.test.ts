import { beforeAll, expect, it } from 'vitest';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { bytes } from './bytes.ts';
import { text } from './text.ts';

class Parcel extends object(
  { name: text({ required: true }), content: bytes({ required: true }), seal: bytes({ maxLength: 4 }) },
  { table: 'parcels', api: true },
) {}
class Parcels extends collection(Parcel) {}

describeOnEveryDatabase('a field of bytes', (open) => {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at);
  let database: Database;
  let parcels: Parcels;

  beforeAll(async () => {
    database = await open();
    parcels = await Parcels.create({ db: database });
  });

  it('keeps every byte, and none', async () => {
    const { id } = await parcels.add({ name: 'all', content: all });
    expect((await parcels.require(id)).content).toEqual(all);
    const empty = await parcels.add({ name: 'empty', content: new Uint8Array() });
    const stored = await parcels.require(empty.id);
    expect([stored.content, stored.seal]).toEqual([new Uint8Array(), null]);
  });

  it('keeps the bytes of a part of a buffer', async () => {
    const { id } = await parcels.add({ name: 'part', content: all.subarray(10, 13) });
    expect((await parcels.require(id)).content).toEqual(Uint8Array.of(10, 11, 12));
  });

  it('knows when they are unchanged, and saves no new revision', async () => {
    const { id } = await parcels.add({ name: 'same', content: all });
    const parcel = await parcels.require(id);
    parcel.content = Uint8Array.from(all);
    expect((await parcel.save()).rev).toBe(1);
    parcel.content = Uint8Array.of(1);
    expect((await parcel.save()).rev).toBe(2);
  });

  it('refuses what are no bytes, and more bytes than allowed', async () => {
    await expect(parcels.add({ name: 'text', content: 'text' as never })).rejects.toMatchObject({
      errors: [{ pointer: '/content', detail: 'must be bytes' }],
    });
    await expect(parcels.add({ name: 'long', content: all, seal: new Uint8Array(5) })).rejects.toMatchObject({
      errors: [{ pointer: '/seal', detail: 'must be at most 4 bytes' }],
    });
  });

  it('is shown to nobody, and found by nobody', async () => {
    const { id } = await parcels.add({ name: 'hidden', content: all });
    expect(JSON.stringify(await parcels.require(id))).not.toContain('content');
    await expect(parcels.list({ where: { content: 'AAEC' } as never })).rejects.toMatchObject({ status: 400 });
    await expect(parcels.list({ orderBy: 'content' as never })).rejects.toMatchObject({ status: 400 });
  });
});
