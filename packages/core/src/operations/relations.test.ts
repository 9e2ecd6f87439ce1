import { beforeAll, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { anonymous, type Caller, type Role } from '../callers/caller.ts';
import { list } from '../fields/list.ts';
import { json } from '../fields/json.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { restRoutes } from '../surfaces/rest/rest-routes.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

class Restaurant extends object(
  { name: text({ required: true }), city: text({ required: true }) },
  { table: 'restaurants', tenant: true, api: true, access: { read: 'public' } },
) {}
class Restaurants extends collection(Restaurant) {}

/** A cook is seen by readers once they have signed on; what they earn never leaves the process. */
class Cook extends object(
  {
    name: text({ required: true }),
    status: text({ default: 'working' }),
    wage: text({ private: true }),
    languages: list(text(), { default: [] }),
    about: json(),
    restaurant: reference(() => Restaurant),
    mentor: reference('cooks'),
  },
  {
    table: 'cooks',
    api: true,
    tenant: true,
    access: { read: 'public', visible: ({ caller }) => (caller.role === 'admin' ? undefined : where('status', 'eq', 'working')) },
  },
) {}
class Cooks extends collection(Cook) {}

class Payslip extends object({ sum: text({ required: true }) }, { table: 'payslips', api: true, access: { read: 'admin' } }) {}
class Payslips extends collection(Payslip) {}

class Stove extends object({ name: text({ required: true }) }, { table: 'stoves' }) {}
class Stoves extends collection(Stove) {}

class Meal extends object(
  {
    title: text({ required: true, search: 'A' }),
    cook: reference(() => Cook),
    payslip: reference('payslips'),
    stove: reference('stoves'),
  },
  { table: 'meals', api: true, mcp: true, tenant: true, access: { read: 'public' } },
) {}
class Meals extends collection(Meal) {}

const table = operationTable([Meals, Cooks, Restaurants, Payslips, Stoves]);
const as = (role: Role): Caller => ({ kind: 'user', id: role, name: role, tenantId: null, role });

describeOnEveryDatabase('references to other records', (open) => {
  let database: Database;
  const cooks: Record<string, Cook> = {};

  beforeAll(async () => {
    database = await open();
    await applyMigrations(database, table.schema);
    const restaurants = new Restaurants(database);
    const inn = await restaurants.add({ name: 'The Inn', city: 'Tromsø' });
    const bar = await restaurants.add({ name: 'The Bar', city: 'Bodø' });
    const add = async (values: Partial<Cook> & Pick<Cook, 'name'>): Promise<void> => {
      const cook = await new Cooks(database).add(values);
      cooks[cook.name] = cook;
    };
    await add({ name: 'Ada', restaurant: inn.id, languages: ['no', 'en'], about: { born: { year: 1990 } }, wage: 'high' });
    await add({ name: 'Bo', restaurant: bar.id, mentor: cooks['Ada']!.id });
    await add({ name: 'Cy', status: 'away', restaurant: inn.id });
    const elsewhere = await new Cooks(database).add({ name: 'Dee', tenantId: 'other' });
    const stove = await new Stoves(database).add({ name: 'hot' });
    const payslip = await new Payslips(database).add({ sum: '1' });
    for (const [title, cook] of [
      ['soup', cooks['Ada']!.id],
      ['stew', cooks['Bo']!.id],
      ['salad', cooks['Cy']!.id],
      ['bread', null],
      ['pie', elsewhere.id],
    ] as const)
      await new Meals(database).add({ title, cook, stove: stove.id, payslip: payslip.id });
  });

  const run = (id: string, caller: Caller, request: { key?: string; input?: unknown }) =>
    runOperation(table.operation(id)!, { database, call: makeCall({ caller }), ...request });
  const titles = async (query: Record<string, unknown>, caller: Caller = anonymous()): Promise<string[]> => {
    const { value } = await run('meals.list', caller, { input: { orderBy: 'title', ...query } });
    return (value as { items: { title: string }[]; count: number }).items.map(({ title }) => title);
  };

  describe('in filters', () => {
    it.each([
      [{ 'cook.name': 'Ada' }, ['soup']],
      [{ 'cook.name': { like: '%a%' } }, ['soup']],
      [{ 'cook.name': { in: ['Ada', 'Bo'] } }, ['soup', 'stew']],
      [{ 'cook.languages': 'en' }, ['soup']],
      [{ 'cook.about.born.year': 1990 }, ['soup']],
      [{ 'cook.restaurant.city': 'Bodø' }, ['stew']],
      [{ 'cook.mentor.name': 'Ada' }, ['stew']],
      [{ any: [{ 'cook.name': 'Bo' }, { title: 'bread' }] }, ['bread', 'stew']],
      [{ 'cook.name': { ne: 'Ada' } }, ['bread', 'pie', 'salad', 'stew']],
      [{ 'cook.name': { nin: ['Ada', 'Bo'] } }, ['bread', 'pie', 'salad']],
      [{ 'cook.name': { null: true } }, ['bread', 'pie', 'salad']],
      [{ 'cook.name': { null: false } }, ['soup', 'stew']],
      [{ 'cook.name': null }, ['bread', 'pie', 'salad']],
      [{ not: { 'cook.restaurant.city': 'Bodø' } }, ['bread', 'pie', 'salad', 'soup']],
    ])('%j', async (given, expected) => {
      expect(await titles({ where: given })).toEqual(expected);
    });

    it('go with a search, an order and a count', async () => {
      const { value } = await run('meals.list', anonymous(), { input: { search: 'soup', where: { 'cook.name': 'Ada' } } });
      expect(value).toMatchObject({ count: 1, items: [{ title: 'soup' }] });
      expect(await titles({ search: 'soup', where: { 'cook.name': 'Bo' } })).toEqual([]);
    });

    it('see of other records what their own rules show the caller, so that nothing hidden is felt out', async () => {
      expect(await titles({ where: { 'cook.name': 'Cy' } })).toEqual([]);
      expect(await titles({ where: { 'cook.name': 'Cy' } }, as('admin'))).toEqual(['salad']);
      expect(await titles({ where: { 'cook.name': 'Dee' } }, as('admin'))).toEqual([]);
      await expect(titles({ where: { 'payslip.sum': '1' } })).rejects.toMatchObject({ status: 401 });
      await expect(titles({ where: { 'payslip.sum': '1' } }, as('editor'))).rejects.toMatchObject({ status: 403 });
      expect(await titles({ where: { 'payslip.sum': '1' } }, as('admin'))).toHaveLength(5);
    });

    it.each([
      [{ 'cook.wage': 'high' }, 'unknown_field'],
      [{ 'cook.wages': 'high' }, 'unknown_field'],
      [{ 'stove.name': 'hot' }, 'not_followed'],
      [{ 'title.name': 'hot' }, 'not_json'],
      [{ 'cook.mentor.restaurant.city': 'Bodø' }, 'too_deep'],
      [{ 'cook.name': {} }, 'no_operator'],
      [{ 'cook.name': { resembles: 'Ada' } }, 'unknown_operator'],
      [{ 'cook.name': { in: [null] } }, 'null_value'],
    ])('refuse %j', async (given, code) => {
      await expect(titles({ where: given }, as('admin'))).rejects.toMatchObject({ status: 400, errors: [{ code }] });
    });

    it('work in code where the reference names a class', async () => {
      expect((await new Meals(database).list({ where: { 'cook.name': 'Ada' } })).map(({ title }) => title)).toEqual(['soup']);
      await expect(new Meals(database).list({ where: { 'payslip.sum': '1' } })).rejects.toMatchObject({
        errors: [{ code: 'not_followed' }],
      });
    });
  });

  describe('expanded', () => {
    const expanded = async (names: string, caller: Caller = anonymous()): Promise<unknown> =>
      (await run('meals.list', caller, { input: { expand: names, orderBy: 'title' } })).value;

    it('come with a page and with one record, each as a list of theirs shows it', async () => {
      const answer = await expanded('cook,cook.restaurant');
      const soup = { cook: { name: 'Ada', languages: ['no', 'en'], expanded: { restaurant: { name: 'The Inn' } } } };
      expect(answer).toMatchObject({
        items: [
          { title: 'bread', expanded: { cook: null } },
          { title: 'pie', expanded: { cook: null } },
          { title: 'salad', expanded: { cook: null } },
          { title: 'soup', expanded: soup },
          { title: 'stew', expanded: { cook: { name: 'Bo' } } },
        ],
      });
      expect(JSON.stringify(answer)).not.toContain('high');
      expect(await expanded('cook', as('admin'))).toMatchObject({ items: [{}, {}, { expanded: { cook: { name: 'Cy' } } }, {}, {}] });
      const meal = await new Meals(database).find({ title: 'soup' });
      expect((await run('meals.get', anonymous(), { key: meal!.id, input: { expand: 'cook.restaurant' } })).value).toMatchObject({
        title: 'soup',
        expanded: soup,
      });
      expect((await run('meals.get', anonymous(), { key: meal!.id })).value).not.toHaveProperty('expanded');
    });

    it.each([
      ['payslip', 401, undefined],
      ['stove', 400, 'unknown_reference'],
      ['title', 400, 'unknown_reference'],
      ['cook.mentor.restaurant', 400, 'too_deep'],
      ['cook,cook,cook,cook,cook,cook', 400, 'too_many'],
      ['', 400, 'unknown_reference'],
    ])('refuse %j', async (names, status, code) => {
      await expect(expanded(names)).rejects.toMatchObject({ status, ...(code === undefined ? {} : { errors: [{ code }] }) });
    });

    it('need their references among the fields that are asked for', async () => {
      const input = { expand: 'cook', fields: 'title' };
      await expect(run('meals.list', anonymous(), { input })).rejects.toMatchObject({ errors: [{ code: 'not_answered' }] });
      const { value } = await run('meals.list', anonymous(), { input: { ...input, fields: 'title,cook' } });
      expect(value).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ expanded: { cook: null } })]) });
    });

    it('are read by one query for each name, however many records there are', async () => {
      let queries = 0;
      const counting = new Proxy(database, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return (...parameters: unknown[]): unknown => {
            if (name === 'all') queries += 1;
            return Reflect.apply(value, target, parameters);
          };
        },
      });
      const input = { expand: 'cook,cook.restaurant', count: 'none' };
      await runOperation(table.operation('meals.list')!, { database: counting, call: makeCall({ caller: anonymous() }), input });
      expect(queries).toBe(3);
    });
  });

  it('over REST', async () => {
    const routes = restRoutes({ table, database, authenticate: () => Promise.resolve(anonymous()) });
    const answer = await routes.request('/meals?cook.restaurant.city=Troms%C3%B8&cook.name[ne]=Bo&expand=cook&fields=title,cook');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ count: 1, items: [{ title: 'soup', expanded: { cook: { name: 'Ada' } } }] });
  });
});

it('are offered where there are references to what is read from outside', () => {
  const inputs = (id: string): string[] => Object.keys((table.operation(id)?.input as { shape?: object } | undefined)?.shape ?? {});
  expect(inputs('meals.list')).toContain('expand');
  expect(inputs('meals.get')).toEqual(['expand']);
  expect(inputs('restaurants.list')).not.toContain('expand');
  expect(table.operation('restaurants.get')?.input).toBeUndefined();
});
