import { type Database, port } from '@colophon/core';

/** An actor: the id of a person or token, and the name, if known. */
export interface Person {
  readonly id: string;
  readonly name: string | null;
}

/** Returns the names of people and API tokens; unknown ids are omitted. One query for all of them. */
export type PeopleNames = (database: Database, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const KEPT_MS = 10_000;
const MAXIMUM_KEPT = 10_000;

const kept = new WeakMap<Database, Map<string, { readonly name: string | null; readonly until: number }>>();

/**
 * Looks up the names of people and tokens, so that staff see names in addition to ids; by default nobody has one.
 *
 * @example
 * database.ports.provide(peopleNames, async (_database, asked) => new Map(asked.map((key) => [key, `Person ${key}`])));
 */
export const peopleNames = port<PeopleNames | undefined>('peopleNames', undefined);

/** Returns these people with their names, by id. Names are cached for ten seconds. */
export async function peopleOf(database: Database, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Person>> {
  const wanted = new Set(ids.filter((id) => id !== null));
  const names = await knownNames(database, wanted);
  return new Map([...wanted].map((id) => [id, { id, name: names.get(id)?.name ?? null }]));
}

async function knownNames(database: Database, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, { readonly name: string | null }>> {
  const namesOf = database.ports.use(peopleNames);
  if (!namesOf || wanted.size === 0) return new Map();
  let names = kept.get(database);
  if (!names || names.size > MAXIMUM_KEPT) kept.set(database, (names = new Map()));
  const now = Date.now();
  const unknown = [...wanted].filter((id) => (names.get(id)?.until ?? 0) <= now);
  if (unknown.length === 0) return names;
  const found = await namesOf(database, unknown);
  for (const id of unknown) names.set(id, { name: found.get(id) ?? null, until: now + KEPT_MS });
  return names;
}
