import type { Call } from '../callers/call.ts';
import { ConflictError, UsageError } from '../errors/errors.ts';
import { both, type Filter, where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import { assignValues } from './assign-values.ts';
import type { ObjectDefinition } from './definition.ts';
import type { StoredObject } from './stored-object.ts';

type Values = Readonly<Record<string, unknown>>;

/** A collection, as an upsert needs it. */
export interface Upserted {
  readonly definition: ObjectDefinition;
  readonly database: Database;
  readonly call: Call;
  findMatching(filter: Filter | undefined): Promise<StoredObject | undefined>;
  make(data: Values): StoredObject;
}

/** Finds the record with these values in the unique rule's fields and updates it, or creates it; see `Collection.getOrUpsert`. */
export async function upsert(collection: Upserted, data: Values, defaults: Values): Promise<StoredObject> {
  const { definition, database } = collection;
  const rules = definition.options.unique ?? [];
  const rule = rules.find((fields) => fields.some((name) => data[name] !== undefined)) ?? [definition.key];
  const match: Record<string, unknown> = {};
  for (const name of rule) match[name] = data[name] ?? defaultOf(collection, name);
  if (rule.every((name) => match[name] === null || match[name] === undefined)) {
    throw new UsageError(`${definition.className}: an upsert requires the fields of the unique rule: ${rule.join(', ')}.`);
  }
  const once = (): Promise<StoredObject> =>
    database.transaction(async () => {
      await database.lock(JSON.stringify([definition.table, match]));
      const found = await collection.findMatching(matching(match));
      if (!found) {
        const made = collection.make({ ...defaults, ...data });
        await made.save();
        return made;
      }
      assignValues(found, data);
      await found.save();
      return found;
    });
  if (database.inTransaction) return once();
  // Another caller can create or change the record in between; the second attempt finds it.
  return once().catch((error: unknown) => {
    if (error instanceof ConflictError) return once();
    throw error;
  });
}

function defaultOf({ definition, call }: Upserted, name: string): unknown {
  if (name === 'tenantId') return call.caller.tenantId;
  return definition.fields[name]?.default ?? null;
}

function matching(match: Values): Filter | undefined {
  return Object.entries(match).reduce<Filter | undefined>(
    (filter, [name, value]) => both(filter, value === null ? where(name, 'null', true) : where(name, 'eq', value)),
    undefined,
  );
}
