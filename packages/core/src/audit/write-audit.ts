import type { Call } from '../callers/call.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import { newKey } from '../objects/new-key.ts';
import { filled, Slot } from '../storage/slots.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import { hasTable } from '../storage/migrations/has-table.ts';
import { AUDIT_TABLE } from './chain-names.ts';

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
  const stamp = call.now().toISOString();
  const { caller } = call;
  const { dialect } = database;
  const entry = {
    id: newKey(),
    callerKind: caller.kind,
    callerId: caller.id,
    callerName: caller.name,
    action: record.action,
    operation: call.operation,
    requestId: call.requestId,
    objectType: definition.table,
    objectId: record.key,
    before: dialect.encode('json', visible(definition, record.before)),
    after: dialect.encode('json', visible(definition, record.after, record.action === 'create')),
    tenantId: tenantOf(record) ?? null,
    rev: 1,
    created_at: stamp,
    updated_at: stamp,
  };
  await database.runBeforeCommit(filled(insertTemplate(dialect), Object.values(entry)));
}

/** The record's own tenant: other tenants must not read its entries. */
function tenantOf({ tenantId, after, before }: AuditRecord): string | null | undefined {
  return tenantId ?? ((after?.['tenantId'] ?? before?.['tenantId']) as string | null | undefined);
}

const templates = new Map<string, Statement>();

function insertTemplate(dialect: Dialect): Statement {
  let template = templates.get(dialect.name);
  if (!template) {
    const slots = Object.fromEntries(COLUMNS.map((name, index) => [name, new Slot(index, undefined)]));
    const { sql, parameters } = dialect.builder.insertInto(AUDIT_TABLE).values(slots).compile();
    template = { sql, parameters, table: AUDIT_TABLE };
    templates.set(dialect.name, template);
  }
  return template;
}

/** In the order of the entry above. */
const COLUMNS = [
  'id',
  'callerKind',
  'callerId',
  'callerName',
  'action',
  'operation',
  'requestId',
  'objectType',
  'objectId',
  'before',
  'after',
  'tenantId',
  'rev',
  'created_at',
  'updated_at',
] as const;

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
  return Object.fromEntries(entries.map(([name, value]) => [name, definition.fields[name]?.personal && value !== null ? PERSONAL : value]));
}
