import type { Database } from '../storage/database.ts';

/** Returns the names of all chains, with one index lookup for each. */
export async function chainsOf(database: Database): Promise<string[]> {
  const chains: string[] = [];
  for (let after = ''; ;) {
    const query = database.dialect.builder.selectFrom('audit_chain').select('chain').where('chain', '>', after).orderBy('chain').limit(1);
    const row = await database.first(query.compile());
    if (!row) return chains;
    after = String(row['chain']);
    chains.push(after);
  }
}
