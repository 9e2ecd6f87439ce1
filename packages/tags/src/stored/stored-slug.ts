import { type Call, type Database, qualify, tenantIn, unqualified } from '@colophon/core';
import { chunks } from './chunks.ts';

/** The part of a call that decides which tag a slug means. */
export type SlugCall = Pick<Call, 'caller'>;

/** Returns a call that acts in a tenant, such as that of a tagged record, whoever the caller is. */
export function actingInTenant(call: Call, tenantId: string | null): Call {
  return call.caller.tenantId === tenantId ? call : { ...call, caller: { ...call.caller, tenantId } };
}

/**
 * Returns the keys that a slug may stand for, by precedence: the tenant's own tag, then the global one. A key is also taken as it is
 * stored, from those who may name its tag: join tables have it.
 */
export function storedCandidates({ caller }: SlugCall, slug: string): readonly string[] {
  const tenantId = tenantIn(slug);
  const { kind, tenantId: own } = caller;
  if (tenantId !== null) return tenantId === own || (kind === 'system' && own === null) ? [slug] : [];
  return own === null ? [slug] : [qualify(own, slug), slug];
}

/** Whether a stored tag is global or of the tenant that a call acts in; the application itself acts in all. */
export function isOwnOrGlobal({ caller }: SlugCall, stored: string): boolean {
  const tenantId = tenantIn(stored);
  return tenantId === null || tenantId === caller.tenantId || (caller.kind === 'system' && caller.tenantId === null);
}

/**
 * Returns the keys of existing tags by the slugs that callers write: the tenant's own tag, else the global one. A slug that neither has is
 * not in the result.
 */
export async function existingSlugs(database: Database, call: SlugCall, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Set(slugs)].filter((slug) => slug !== '' && !slug.includes('\0') && slug.isWellFormed());
  const existing = new Set<string>();
  for (const chunk of chunks(unique.flatMap((slug) => storedCandidates(call, slug)))) {
    const query = database.dialect.builder.selectFrom('tags').select('slug').where('slug', 'in', chunk);
    for (const row of await database.all(query.compile())) existing.add(String(row['slug']));
  }
  return new Map(
    unique.flatMap((slug) => {
      const stored = storedCandidates(call, slug).find((candidate) => existing.has(candidate));
      return stored === undefined ? [] : [[slug, stored] as const];
    }),
  );
}

/**
 * Returns a function from the slugs that callers write to the keys of the tags that they mean; an unknown one becomes a key that no tag has.
 * Callers without a tenant write keys, for which nothing is looked up.
 */
export async function storedSlugs(database: Database, call: SlugCall, slugs: readonly string[]): Promise<(slug: string) => string> {
  const existing = call.caller.tenantId === null ? undefined : await existingSlugs(database, call, slugs);
  return (slug) => {
    const [first] = storedCandidates(call, slug);
    // No tag has such a key, of whatever tenant.
    return existing?.get(slug) ?? first ?? `/${slug}`;
  };
}

/** The same for one slug. */
export async function storedSlug(database: Database, call: SlugCall, slug: string): Promise<string> {
  return (await storedSlugs(database, call, [slug]))(slug);
}

/** Returns the slug of a tag as it is shown, without its tenant. */
export function shownSlug(stored: string): string {
  return unqualified(stored);
}
