import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { text } from '../fields/text.ts';
import { where } from '../queries/filter.ts';
import type { Database, Statement } from '../storage/database.ts';
import { openDatabase } from '../storage/open-database.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Page extends object(
  { slug: text({ required: true }), context: text({ default: '' }), status: text({ default: 'draft' }), code: text() },
  {
    table: 'pages',
    tenant: true,
    unique: [['tenantId', 'context', 'slug'], ['code']],
    access: { visible: ({ caller }) => (caller.kind === 'anonymous' ? where('status', 'eq', 'published') : undefined) },
  },
) {}
class Pages extends collection(Page) {}

/** Cost stays flat while tables grow only where every read walks an index: nothing here may scan or sort. */
describe('what SQLite does to answer', () => {
  let database: Database;
  const statements: Statement[] = [];
  let pages: Pages;

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await Pages.create({ db: database });
    const noting = new Proxy(database, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'all' && name !== 'first') return typeof value === 'function' ? value.bind(target) : value;
        return (statement: Statement) => {
          statements.push(statement);
          return target[name](statement);
        };
      },
    });
    pages = new Pages(noting, makeCall({ caller: { kind: 'anonymous', id: null, name: null, tenantId: 't', role: null } }));
    await new Pages(database).transaction(async () => {
      for (let index = 0; index < 200; index += 1)
        await new Pages(database).add({ slug: `s${index}`, code: `c${index}`, status: 'published' });
    });
  });
  afterAll(() => database.close());

  const plansOf = async (read: () => Promise<unknown>): Promise<string[]> => {
    statements.length = 0;
    await read();
    const plans = await Promise.all(
      statements.map(({ sql, parameters }) => database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters })),
    );
    return plans.flat().map((step) => String(step['detail']));
  };

  it('a get: one look-up of the key', async () => {
    expect(await plansOf(() => pages.get('x'))).toEqual([
      expect.stringMatching(/^SEARCH pages USING INDEX sqlite_autoindex_pages_1 \(id=\?\)/),
    ]);
  });

  it('a look-up by the unique rule: one search of its index', async () => {
    const [search = '', ...more] = await plansOf(() =>
      pages.findMatching({ kind: 'all', filters: [where('context', 'eq', ''), where('slug', 'eq', 's7')] }),
    );
    expect(search).toMatch(/^SEARCH pages USING INDEX pages_tenantId_context_slug_unique \(context=\? AND slug=\?/);
    expect(more).toEqual([]);
  });

  it('a look-up by a unique field that may be null: an index too', async () => {
    const [search = ''] = await plansOf(() => pages.findMatching(where('code', 'eq', 'c7')));
    expect(search).toMatch(/^SEARCH pages USING INDEX pages_code \(code=\?\)/);
    expect((await new Pages(database).findMatching(where('code', 'eq', 'c7')))?.slug).toBe('s7');
  });

  it('the first page, and one after a cursor: the index of the order, and no sorting', async () => {
    const first = await plansOf(() => pages.page({ limit: 20, count: 'none' }));
    expect(first).toEqual([expect.stringMatching(/^SCAN pages USING INDEX pages_created_at_id$/)]);
    const { nextCursor: cursor = '' } = await pages.page({ limit: 20, count: 'none' });
    const next = await plansOf(() => pages.page({ limit: 20, count: 'none', cursor }));
    expect(next.join()).toMatch(/^SEARCH pages USING INDEX pages_created_at_id \(\(created_at,id\)<\(\?,\?\)\)$/);
  });
});
