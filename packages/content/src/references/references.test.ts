import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { admin, editor, type Newsroom, newsroomIn, reader, watching } from '../../test/support.ts';
import { readDrift } from './drift.ts';

describeOnEveryDatabase('references', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  const create = async (input: object, as = editor()): Promise<string> =>
    String((await newsroom.run('contents.create', { as, input: { type: 'article', ...input } })).value['id']);
  const cite = (key: string, input: object, as = editor()) => newsroom.run('contents.attachReference', { as, key, input });
  const snapshot = (key: string) => newsroom.run('contents.mutateVersionAction', { key, input: {} });

  it('drift when the record cited gets a version of any kind, and re-linking acknowledges it', async () => {
    const [source, target] = [await create({ title: 'Citing' }), await create({ title: 'Cited' })];
    await snapshot(target);
    const made = await cite(source, { targetId: target, targetVersion: 1 });
    expect((await newsroom.run('contents.get', { key: source })).value['references']).toEqual([
      { targetId: target, citedVersion: 1, currentVersion: 1, isDrifted: false },
    ]);
    await snapshot(target);
    const drifted = await newsroom.run('contents.getReferenceDrift', { key: source });
    expect(drifted.value).toEqual([{ targetId: target, citedVersion: 1, currentVersion: 2, isDrifted: true }]);
    const again = await cite(source, { targetId: target, targetVersion: 2 });
    expect(again.value).toMatchObject({ id: made.value['id'], created_at: made.value['created_at'], targetVersion: 2 });
    const listed = await newsroom.run('contents.list', { input: { where: { id: source } } });
    expect(listed.items[0]).toMatchObject({ references: [{ targetId: target, isDrifted: false }] });
  });

  it('without a pin never drift; a pin is left when none is given and cleared by null', async () => {
    const [source, target] = [await create({ title: 'Loose' }), await create({ title: 'Followed' })];
    await snapshot(target);
    await cite(source, { targetId: target });
    await snapshot(target);
    const drift = async () => (await newsroom.run('contents.getReferenceDrift', { key: source })).value;
    expect(await drift()).toEqual([{ targetId: target, citedVersion: null, currentVersion: 2, isDrifted: false }]);
    await cite(source, { targetId: target, targetVersion: 1 });
    await cite(source, { targetId: target });
    expect(await drift()).toMatchObject([{ citedVersion: 1, isDrifted: true }]);
    await cite(source, { targetId: target, targetVersion: null });
    expect(await drift()).toMatchObject([{ citedVersion: null, isDrifted: false }]);
  });

  it('cost one query for a whole page', async () => {
    const target = await create({ title: 'Popular' });
    const sources = await Promise.all(['a', 'b', 'c'].map((title) => create({ title: `Citing ${title}` })));
    for (const source of sources) await cite(source, { targetId: target });
    let queries = 0;
    const counting = watching(database, () => (queries += 1));
    expect(await readDrift(counting, sources)).toHaveLength(3);
    expect(queries).toBe(1);
  });

  it('refuse themselves, what is not there, versions that are not there and other tenants', async () => {
    const source = await create({ title: 'Careful' });
    const elsewhere = await create({ title: 'Elsewhere' }, editor('gazette'));
    const target = await create({ title: 'Target' });
    const faults = [
      [{ targetId: source }, '/target_id', 'self_reference'],
      [{ targetId: 'nothing' }, '/target_id', 'not_found'],
      [{ targetId: elsewhere }, '/target_id', 'not_found'],
      [{ targetId: target, targetVersion: 3 }, '/targetVersion', 'not_found'],
    ] as const;
    for (const [input, pointer, code] of faults) {
      const result = await cite(source, input);
      expect(result.status).toBe(422);
      expect(result.error?.errors).toMatchObject([{ pointer, code }]);
    }
    expect((await cite(source, { targetId: source })).error?.code).toBe('self_reference');
    expect((await cite(source, { targetId: target, targetVersion: 0 })).status).toBe(422);
    expect((await newsroom.run('contents.getReferences', { key: source })).value).toHaveLength(0);
  });

  it('hide from readers what they may not see', async () => {
    const [source, draft] = [await create({ title: 'Open', status: 'published' }), await create({ title: 'Secret' })];
    await cite(source, { targetId: draft });
    expect((await newsroom.run('contents.get', { as: reader(), key: source })).value['references']).toEqual([]);
    expect((await newsroom.run('contents.getReferences', { as: reader(), key: source })).value).toHaveLength(0);
    expect((await newsroom.run('contents.getReferences', { key: source })).value).toHaveLength(1);
  });

  it('have a collection of their own, where the ends of a reference stay', async () => {
    const [source, target] = [await create({ title: 'From' }), await create({ title: 'To' })];
    await snapshot(target);
    const made = await newsroom.run('content-references.create', { input: { source_id: source, target_id: target } });
    const key = String(made.value['id']);
    expect((await newsroom.run('content-references.update', { key, input: { targetVersion: 1 } })).value).toMatchObject({
      targetVersion: 1,
    });
    expect((await newsroom.run('content-references.update', { key, input: { target_id: source } })).status).toBe(422);
    expect((await newsroom.run('content-references.create', { input: { source_id: source, target_id: target } })).status).toBe(409);
    expect((await newsroom.run('contents.removeReference', { key: source, input: { targetId: target } })).status).toBe(200);
    expect((await newsroom.run('content-references.get', { as: admin(), key })).status).toBe(404);
  });
});
