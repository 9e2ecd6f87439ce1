import { randomBytes } from 'node:crypto';
import type { ContentRecord } from '../record/content-record.ts';
import { type Byline, bylineDigest } from './disclosure.ts';
import { knownBylines } from './known-bylines.ts';

/**
 * Returns the names of a record's authors with their digests, in their order. Those that have none yet get one, in the ambient transaction:
 * the record's row must be locked, as by saving it.
 *
 * @param isNew whether the record was created by this save: then it has none
 * @param names instead of the record's authors, such as those of a draft
 */
export async function keepBylines(
  { database, id, tenantId, authors }: ContentRecord,
  { isNew = false, names = authors }: { readonly isNew?: boolean; readonly names?: readonly string[] | undefined } = {},
): Promise<readonly Byline[]> {
  if (names.length === 0) return [];
  const known = isNew ? undefined : (await knownBylines(database, [id])).get(id);
  const byName = new Map(Array.from(known?.values() ?? [], (each) => [each.name, each]));
  const added: Byline[] = [];
  const kept = names.map((name) => {
    let byline = byName.get(name);
    if (!byline) {
      const salt = randomBytes(16).toString('base64url');
      byline = { salt, name, digest: bylineDigest({ salt, name }) };
      byName.set(name, byline);
      added.push(byline);
    }
    return byline;
  });
  if (added.length > 0) {
    const { dialect } = database;
    const at = dialect.encode('datetime', new Date().toISOString());
    const rows = added.map(({ digest, salt, name }) => ({
      id: `${id}.${digest}`,
      contentId: id,
      digest,
      salt,
      name,
      tenantId,
      rev: 1,
      created_at: at,
      updated_at: at,
    }));
    await database.run(dialect.builder.insertInto('content_bylines').values(rows).compile());
  }
  return kept;
}

/** Returns the digests of a record's authors, if all of them have one; else undefined: it names somebody whom no version names. */
export function digestsOf(authors: readonly string[], known: ReadonlyMap<string, Byline> | undefined): { digest: string }[] | undefined {
  const byName = new Map(Array.from(known?.values() ?? [], ({ name, digest }) => [name, digest]));
  const digests = authors.map((name) => byName.get(name));
  return digests.every((each) => each !== undefined) ? digests.map((digest) => ({ digest })) : undefined;
}
