import type { Call } from '../callers/call.ts';
import { shownValue } from '../fields/qualified.ts';
import { AUDIT_TABLE } from '../journal/chain-names.ts';
import { writeEntry } from '../journal/write-entry.ts';
import type { Database } from '../storage/database.ts';
import { hasTable } from '../storage/migrations/has-table.ts';
import { type ObjectDefinition, shownKey } from './definition.ts';

/** Replaces the value of a personal field in an entry. */
const PERSONAL = '[personal]';

/** A write to be logged. */
export interface AuditRecord {
  /** create, update or delete; a bulk operation uses its own name, such as `move`. */
  readonly action: string;
  readonly definition: ObjectDefinition;
  readonly key: string;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
  /** The tenant of the record, null for a global one; by default that of `after` or `before`. Records without a tenant belong to everybody, and so do their entries. */
  readonly tenantId?: string | null | undefined;
}

/**
 * Writes an audit entry in the transaction of its write. Private fields are omitted, values of personal fields are replaced,
 * and for new or immutable records the fields that lists omit are omitted too, for new ones also those without a value.
 * Does nothing in a database whose schema has no audit log (an application without one).
 */
export async function writeAudit(database: Database, call: Call, record: AuditRecord): Promise<void> {
  const { definition } = record;
  if (definition.options.audit === false || !(await hasTable(database, AUDIT_TABLE))) return;
  await writeEntry(database, call, {
    action: record.action,
    table: definition.table,
    key: shownKey(definition, record.key),
    before: visible(definition, record.before),
    after: visible(definition, record.after, record.action === 'create'),
    tenantId: tenantOf(record) ?? null,
  });
}

/** The record's own tenant: other tenants must not read its entries. */
function tenantOf({ tenantId, after, before }: AuditRecord): string | null | undefined {
  return tenantId ?? ((after?.['tenantId'] ?? before?.['tenantId']) as string | null | undefined);
}

/** @param isNew whether the record is new: its long values are in the record itself, or in the entry of their first change */
function visible(
  definition: ObjectDefinition,
  values: Readonly<Record<string, unknown>> | undefined,
  isNew = false,
): Record<string, unknown> | null {
  if (!values) return null;
  const entries = Object.entries(values).filter(([name, value]) => {
    const field = definition.fields[name];
    if (field === undefined || field.private || field.computed) return false;
    // A field that the entry of a new record does not mention was created without a value.
    if (isNew && value === null) return false;
    // An immutable record documents itself: its long values are not stored twice.
    return field.listed || !(definition.options.appendOnly || isNew);
  });
  // Whether there was a value is logged, because a change from or to null is a change too.
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const field = definition.fields[name];
      return [name, field?.personal && value !== null ? PERSONAL : shownValue(field, value)];
    }),
  );
}
