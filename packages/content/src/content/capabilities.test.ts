import type { Database } from '@colophon/core';
import type * as capabilities from './capabilities.ts';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { editor, type Newsroom, newsroomIn, reader } from '../../test/support.ts';
import {
  type Article,
  Articles,
  CONTENT_COLLECTIONS,
  type Content,
  type ContentCorrection,
  type ContentReference,
  type Contents,
  type NestedList,
} from '../index.ts';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { recordWith } from '../record/with-capabilities.ts';

// The one line: everything else that a new capability takes stands in its two files, test/remarks.
vi.mock('./capabilities.ts', async (original) => {
  const { CAPABILITIES } = await original<typeof capabilities>();
  const { remarks } = await import('../../test/remarks/capability.ts');
  return { CAPABILITIES: [...CAPABILITIES, remarks] };
});

describeOnEveryDatabase('a capability that is added by two files and one line', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
  });

  it('has its table, its operations on every collection of content, its commands and its hook', async () => {
    expect(CONTENT_COLLECTIONS.map(({ name }) => name)).toContain('ContentRemarks');
    expect(newsroom.table.schema.map(({ name }) => name)).toContain('content_remarks');
    for (const id of ['contents.addRemark', 'articles.listRemarks', 'content-remarks.list'])
      expect(newsroom.table.operation(id)?.exposed).toMatchObject({ api: true, mcp: true, cli: true });
    const made = await newsroom.run('contents.create', { input: { type: 'article', title: 'Piece', status: 'published' } });
    const key = String(made.value['id']);
    const remark = await newsroom.run('contents.addRemark', { key, input: { text: 'open question' } });
    expect(remark.value).toMatchObject({ author: 'edna', contentId: key });
    expect((await newsroom.run('articles.listRemarks', { key })).value).toHaveLength(1);
    expect((await newsroom.run('contents.listRemarks', { key, as: reader() })).status).toBe(401);
    expect((await newsroom.run('contents.listRemarks', { key, as: editor('gazette') })).status).toBe(403);
    expect((await newsroom.run('contents.update', { key, input: { status: 'archived' } })).code).toBe('open_question');
    expect((await newsroom.run('contents.update', { key, input: { status: 'draft' } })).status).toBe(200);
    const article = await new Articles(database).require(key);
    expect(article).toHaveProperty('addRemark');
    await expect(article.addReference(article)).rejects.toMatchObject({ status: 422 });
  });
});

describe('capabilities', () => {
  it('give records and collections their methods with their types', () => {
    expectTypeOf<Content['addReference']>().returns.resolves.toEqualTypeOf<ContentReference>();
    expectTypeOf<Article['issueCorrectionAction']>().returns.resolves.toEqualTypeOf<ContentCorrection>();
    expectTypeOf<Article['getReferences']>().returns.resolves.toExtend<NestedList<unknown>>();
    expectTypeOf<Contents['correctionsAtom']>().returns.resolves.toEqualTypeOf<{ atom: string }>();
    expectTypeOf<Content['title']>().toEqualTypeOf<string>();
    // @ts-expect-error an operation names a method of its own capability
    capability({ record: { methods: { async one(this: ContentRecord): Promise<void> {} }, operations: { two: {} } } });
  });

  it('are refused when two have a method of one name, or one has a name of content itself', () => {
    class Base {
      title = '';
      standing(): void {}
    }
    const base = Base as unknown as typeof Content;
    const one = capability({ record: { methods: { async touch(): Promise<void> {} }, operations: {} } });
    const other = capability({ record: { methods: { async touch(): Promise<void> {} }, operations: {} } });
    const overriding = capability({ record: { methods: { async standing(): Promise<void> {} }, operations: {} } });
    expect(() => recordWith(base, [one])).not.toThrow();
    expect(() => recordWith(base, [one, other])).toThrow(/touch/);
    expect(() => recordWith(base, [overriding])).toThrow(/standing/);
  });
});
