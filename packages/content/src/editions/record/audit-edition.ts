import { type Call, type Database, writeAudit } from '@colophon/core';
import { ContentEdition } from './content-edition.ts';
import type { Edition } from './current-editions.ts';

/** Adds the audit entry of an edition that no save has made. */
export async function auditEdition(
  database: Database,
  { contentId, number, kind, digest }: Edition,
  {
    action,
    tenantId,
    ...why
  }: { readonly action: 'publish' | 'withhold'; readonly tenantId: string | null } & Readonly<Record<string, unknown>>,
  call: Call,
): Promise<void> {
  await writeAudit(database, call, {
    action,
    definition: ContentEdition.definition,
    key: `${contentId}.${number}`,
    before: undefined,
    after: { contentId, number, kind, digest, ...why },
    tenantId,
  });
}
