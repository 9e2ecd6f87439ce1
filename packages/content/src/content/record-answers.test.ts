import type { Caller } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOfSuite } from '../../test/files.ts';
import { admin, contributor, editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { ThumbnailStrategies, thumbnailStrategies } from '../index.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

describeOnEveryDatabase('a record returned by an operation', (open) => {
  filesOfSuite(() => newsroom.database);
  let newsroom: Newsroom;
  let serial = 0;

  beforeAll(async () => {
    newsroom = await newsroomIn(await open());
    newsroom.database.ports.provide(
      thumbnailStrategies,
      new ThumbnailStrategies().add('plain', async () => ({ bytes: DOT })),
    );
  });

  type Value = Record<string, unknown>;

  const run = async (id: string, as: Caller, request: { key?: string; input?: unknown } = {}): Promise<Value> => {
    const { value, error } = await newsroom.run(id, { as, ...request });
    expect([id, error?.message]).toEqual([id, undefined]);
    return JSON.parse(JSON.stringify(value)) as Value;
  };
  const create = (as: Caller, more: Value = {}): Promise<Value> => {
    serial += 1;
    return run('contents.create', as, { input: { title: `Piece ${serial}`, type: 'article', body: 'Text', ...more } });
  };
  const keyOf = (value: Value): string => String(value['id']);
  const update = (as: Caller, key: string, input: Value): Promise<Value> => run('contents.update', as, { key, input });

  /** Each way returns the answer that is compared with what a get returns afterwards. */
  const WAYS: Record<string, (as: Caller) => Promise<Value>> = {
    'a creation': (as) => create(as, { metadata: { desk: 'city' }, tags: ['News', 'news'], authors: ['Ada'] }),
    'a creation in the collection of its type': (as) => run('articles.create', as, { input: { title: 'Of its type' } }),
    'a change': async (as) => update(as, keyOf(await create(as)), { title: 'Changed', category: 'News/City' }),
    'a change by another person': async (as) => update(as, keyOf(await create(contributor(as.tenantId))), { title: 'Changed by another' }),
    'a change of nothing': async (as) => update(as, keyOf(await create(contributor(as.tenantId))), {}),
    'its publication': async (as) => update(as, keyOf(await create(as)), { status: 'published' }),
    'its publication and a change later': async (as) => {
      const key = keyOf(await create(as));
      await update(as, key, { status: 'published' });
      await update(as, key, { status: 'draft' });
      return update(as, key, { body: 'Text again' });
    },
    'an upsert of what there is not': (as) => run('contents.upsert', as, { input: { slug: `new-${(serial += 1)}`, title: 'New' } }),
    'an upsert of what there is': async (as) => {
      const { slug } = await create(contributor(as.tenantId));
      return run('contents.upsert', as, { input: { slug, title: 'Known', status: 'published' } });
    },
    'a copy': async (as) =>
      run('contents.duplicateAction', as, { key: keyOf(await create(contributor(as.tenantId), { status: 'draft' })), input: {} }),
    'a translation': async (as) =>
      run('contents.addTranslation', as, {
        key: keyOf(await create(contributor(as.tenantId), { language: 'en' })),
        input: { language: 'de' },
      }),
    'an earlier version': async (as) => {
      const key = keyOf(await create(as));
      const { id: versionId } = await run('contents.mutateVersionAction', as, { key, input: {} });
      await update(as, key, { title: 'Later', tags: ['later'] });
      return run('contents.restoreVersion', as, { key, input: { versionId } });
    },
    'a picture': async (as) => {
      const key = keyOf(await create(as));
      const asset = await run('contents.generateThumbnail', as, { key, input: { strategy: 'plain' } });
      return run('contents.chooseThumbnail', as, { key, input: { assetId: asset['id'] } });
    },
  };

  describe.each<[string, () => Caller]>([
    ['an editor', editor],
    ['an administrator of a tenant', () => admin('one')],
  ])('to %s', (_, caller) => {
    it.each(Object.keys(WAYS))('after %s is as a get returns it', async (name) => {
      const as = caller();
      const way = WAYS[name] as (as: Caller) => Promise<Value>;
      const answer = await way(as);
      expect(answer).toMatchObject({ createdBy: expect.anything(), can: expect.anything() });
      expect(answer).toEqual(await run('contents.get', as, { key: keyOf(answer) }));
    });
  });
});
