import type { Call } from '../callers/call.ts';
import type { Field } from '../fields/field.ts';
import type { Presented } from '../objects/object.ts';
import { requireReadable } from '../objects/relations.ts';
import { fault } from '../queries/fault.ts';
import type { Database } from '../storage/database.ts';
import type { Resource } from './operation.ts';

/** Each name adds a query per page, and each level enlarges the response. */
const MAXIMUM_NAMES = 5;
const MAXIMUM_HOPS = 2;

/** Returns the references of a collection that `expand` can follow, by field, with the collection of each target. */
export function expandable({ fields, related }: Resource): ReadonlyMap<string, Resource> {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const target = leadsTo(field, related);
    return target ? [[name, target] as const] : [];
  });
  return new Map(found);
}

function leadsTo(field: Field, related: Resource['related']): Resource | undefined {
  return field.private || !field.reference ? undefined : related(field.reference.table());
}

/** What to expand: a name for each reference, with what to expand in its target records. */
interface Tree extends ReadonlyMap<string, Tree> {}

interface Context {
  readonly database: Database;
  readonly call: Call;
}

/**
 * Returns the target records of references as `expanded`, one result per record: under the reference's name the target as a list of its
 * collection would return it to the caller, or null if that list would not include it.
 *
 * @param names references, and references of those: `cook`, `cook.restaurant`; at most five and two levels, with one query each
 * @throws MalformedError naming what cannot be expanded
 * @throws ForbiddenError if the caller may not read a target
 */
export async function expand(
  resource: Resource,
  records: readonly Presented[],
  names: readonly string[],
  context: Context,
): Promise<readonly Presented[]> {
  if (names.length > MAXIMUM_NAMES) throw fault('/expand', 'too_many', `at most ${MAXIMUM_NAMES} names`);
  const tree = treeOf(resource, names, context.call);
  return (await expandedBy(resource, tree, records, context)).map((expanded) => ({ expanded }));
}

/** Everything is validated before anything is read. */
function treeOf(resource: Resource, names: readonly string[], call: Call): Tree {
  const tree = new Map<string, Map<string, Tree>>();
  for (const name of names) {
    const [head = '', ...rest] = name.split('.');
    if (rest.length >= MAXIMUM_HOPS) throw fault('/expand', 'too_deep', `${name}: at most ${MAXIMUM_HOPS} nested references`);
    const target = expandable(resource).get(head);
    if (!target) throw fault('/expand', 'unknown_reference', `${head} is not a reference to readable records; ${offered(resource)}`);
    requireReadable(target.definition, call);
    const inner = tree.get(head) ?? new Map<string, Tree>();
    tree.set(head, inner);
    if (rest.length > 0) for (const [key, value] of treeOf(target, [rest.join('.')], call)) inner.set(key, value);
  }
  return tree;
}

function offered(resource: Resource): string {
  const names = [...expandable(resource).keys()];
  return names.length > 0 ? `expand accepts ${names.join(', ')}` : 'no reference can be expanded here';
}

async function expandedBy(
  resource: Resource,
  tree: Tree,
  records: readonly Presented[],
  context: Context,
): Promise<readonly Record<string, unknown>[]> {
  const results: Record<string, unknown>[] = records.map(() => ({}));
  for (const [name, inner] of tree) {
    const target = expandable(resource).get(name);
    if (!target) continue;
    // A record of another subclass has no such reference.
    const isOwn = Object.hasOwn(resource.definition.fields, name);
    if (isOwn && records.some((record) => !(name in record)))
      throw fault('/expand', 'not_answered', `${name} is not included in fields; add it`);
    const found = await recordsOf(target, new Set(records.map((record) => record[name]).filter((key) => typeof key === 'string')), context);
    const deeper = inner.size > 0 ? await expandedBy(target, inner, [...found.values()], context) : [];
    const byKey = new Map(
      [...found].map(([key, record], index) => [key, inner.size > 0 ? { ...record, expanded: deeper[index] } : record]),
    );
    for (const [index, record] of records.entries()) {
      const result = results[index];
      if (result) result[name] = byKey.get(String(record[name])) ?? null;
    }
  }
  return results;
}

/**
 * Returns the records with these keys that the caller may see, as a list presents them. A page has no more keys than a query may contain.
 */
async function recordsOf(
  { collectionClass, definition, objectClass }: Resource,
  keys: ReadonlySet<string>,
  { database, call }: Context,
): Promise<ReadonlyMap<string, Presented>> {
  if (keys.size === 0) return new Map();
  const collection = new collectionClass(database, call);
  const { items } = await collection.rows({ where: { [definition.key]: { in: [...keys] } } as never, limit: keys.size, count: 'none' });
  const added = await objectClass.present?.(items, { database, call });
  return new Map(items.map((item, index) => [String(item[definition.key]), { ...item, ...added?.[index] }]));
}
