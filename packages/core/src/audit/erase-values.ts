import type { Call } from '../callers/call.ts';
import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { AuditEntry } from './audit-entry.ts';
import { AUDIT_TABLE, COMMITTED, type Commitments } from '../journal/chain-names.ts';
import { linkOf, LINK_COLUMNS } from './read-entries.ts';
import { sealAuditEntries } from './seal-entries.ts';
import { writeAudit } from '../objects/write-audit.ts';

/** The values of the audit log to erase. */
export interface AuditErasure {
  /** The names in all entries of this user or token. */
  readonly callerId?: string;
  /** Name, `before` and `after` of one entry, for personal data in a field that is not declared as personal. */
  readonly entryId?: string;
}

const AT_ONCE = 500;

/**
 * Erases personal values from the audit log: the values and their salts are deleted, the hashes in the chain stay, so that it
 * remains intact. The erasure, with its caller, is an entry of its own.
 *
 * @returns the number of entries that lost a value
 * @throws UsageError unless exactly one of `callerId` and `entryId` is set
 * @example
 * await eraseAuditValues(database, { callerId: userId }, call); // 42
 */
export async function eraseAuditValues(database: Database, { callerId, entryId }: AuditErasure, call: Call): Promise<number> {
  if ((callerId === undefined) === (entryId === undefined)) throw new UsageError('Either callerId or entryId is required, and not both.');
  // An entry without a link would be sealed without its value, and then be reported as changed.
  await sealAuditEntries(database);
  const names = callerId === undefined ? COMMITTED : (['callerName'] as const);
  const { builder } = database.dialect;
  let erased = 0;
  for (;;) {
    const part = await database.transaction(async () => {
      await database.lock('audit chain');
      let query = builder.selectFrom(AUDIT_TABLE).select(['id', 'tenantId']).limit(AT_ONCE);
      query =
        entryId === undefined
          ? query.where('callerId', '=', callerId).where('callerName', 'is not', null)
          : query.where('id', '=', entryId);
      const rows = await database.all(query.compile());
      for (const row of rows) await eraseOne(database, String(row['id']), names);
      for (const row of entryId === undefined ? [] : rows)
        await writeErasure(database, call, String(row['id']), row['tenantId'] as string | null);
      // Together with the first part: if the process ends before the last one, what is missing is recorded all the same.
      if (callerId !== undefined && erased === 0 && rows.length > 0) await writeErasure(database, call, callerId, call.caller.tenantId);
      return rows.length;
    });
    erased += part;
    if (entryId !== undefined || part < AT_ONCE) return erased;
  }
}

async function eraseOne(database: Database, id: string, names: readonly (keyof Commitments)[]): Promise<void> {
  const { dialect } = database;
  const { builder } = dialect;
  await database.run(
    builder
      .updateTable(AUDIT_TABLE)
      .set(Object.fromEntries(names.map((name) => [name, null])))
      .where('id', '=', id)
      .compile(),
  );
  const [row] = await database.values(
    builder
      .selectFrom('audit_chain')
      .select([...LINK_COLUMNS])
      .where('entryId', '=', id)
      .compile(),
  );
  if (!row) return;
  const remaining = Object.entries(linkOf(dialect, row).salts).filter(([name]) => !names.includes(name as keyof Commitments));
  const salts = dialect.encode('json', Object.fromEntries(remaining));
  await database.run(builder.updateTable('audit_chain').set({ salts }).where('entryId', '=', id).compile());
}

async function writeErasure(database: Database, call: Call, key: string, tenantId: string | null): Promise<void> {
  await writeAudit(database, call, { action: 'erase', definition: ERASED, key, before: undefined, after: undefined, tenantId });
}

/** Entries are not audited, but their erasure is. */
const ERASED = { ...AuditEntry.definition, options: { ...AuditEntry.definition.options, audit: true } };
