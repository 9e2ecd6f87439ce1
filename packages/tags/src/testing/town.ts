import {
  AuditEntries,
  type Caller,
  collection,
  type Database,
  makeCall,
  object,
  operationTable,
  type Role,
  runOperation,
  applyMigrations,
  anonymous,
  text,
} from '@colophon/core';
import { TagAliases } from '../aliases/tag-aliases.ts';
import { registerTagJoin } from '../stored/tag-join.ts';
import { Tags } from '../vocabulary/tags.ts';

/** A taggable object, with its join table. */
export class Shop extends object({ name: text({ required: true }) }, { table: 'shops', api: true }) {}
const shopTags = registerTagJoin({ table: 'shop_tags', entityColumn: 'shop_id', entityTable: 'shops' });
export class Shops extends collection(Shop, { junctions: [shopTags], requires: () => [Tags] }) {}

export const townTable = operationTable([Tags, TagAliases, Shops, AuditEntries]);

/** Opens a database with the tables of the town. */
export async function settle(
  open: () => Promise<Database>,
): Promise<{ database: Database; tags: Tags; aliases: TagAliases; shops: Shops }> {
  const database = await open();
  await applyMigrations(database, townTable.schema);
  return { database, tags: new Tags(database), aliases: new TagAliases(database), shops: new Shops(database) };
}

/** Tags a shop, as a consuming package does. */
export async function tagShop(database: Database, shopId: string, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    const row = { shop_id: shopId, tag_slug: slug, created_at: '2026-01-01T00:00:00.000Z' };
    await database.run(database.dialect.builder.insertInto('shop_tags').values(row).compile());
  }
}

/** Returns the tags of a shop from its join rows. */
export async function tagsOfShop(database: Database, shopId: string): Promise<string[]> {
  const query = database.dialect.builder.selectFrom('shop_tags').select('tag_slug').where('shop_id', '=', shopId).orderBy('tag_slug');
  return (await database.all(query.compile())).map((row) => String(row['tag_slug']));
}

export function callerWith(role: Role | 'anonymous'): Caller {
  return role === 'anonymous' ? anonymous() : { kind: 'user', id: `user-${role}`, name: role, tenantId: null, role };
}

/** Runs an operation as a surface does. */
export async function run<T = Record<string, unknown>>(
  database: Database,
  id: string,
  { as = 'admin', key, input, expectedRev }: { as?: Role | 'anonymous'; key?: string; input?: unknown; expectedRev?: number } = {},
): Promise<T> {
  const operation = townTable.operation(id);
  if (!operation) throw new Error(`no operation ${id}`);
  const answer = await runOperation(operation, { database, call: makeCall({ caller: callerWith(as) }), key, input, expectedRev });
  return answer.value as T;
}

/** Returns every tag as `slug<parent@level`, for comparing whole trees. */
export async function treeOf(tags: Tags): Promise<string[]> {
  return (await tags.listTags()).map((tag) => `${tag.slug}<${tag.parent_slug ?? ''}@${tag.level}`).sort();
}

/** Returns the status, code and pointers of the error that a promise rejects with. */
export async function faultOf(
  work: Promise<unknown>,
): Promise<{ status: number; code: string; pointers: string[]; codes: string[]; message: string }> {
  try {
    await work;
  } catch (error) {
    const { status, code, errors, message } = error as {
      status: number;
      code: string;
      errors: { pointer: string; code: string }[];
      message: string;
    };
    if (status === undefined) throw error;
    return { status, code, pointers: errors.map((each) => each.pointer), codes: errors.map((each) => each.code), message };
  }
  throw new Error('expected the promise to reject');
}
