import { v7 as uuid } from 'uuid';
import type { Call } from '../callers/call.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import type { Database } from '../storage/database.ts';

export const AUDIT_TABLE = 'audit_entries';

/** One write to be put down. */
export interface AuditRecord {
  /** create, update or delete; a bulk operation names what it did, `move` for example. */
  readonly action: string;
  readonly definition: ObjectDefinition;
  readonly key: string;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Writes an audit entry in the transaction of the write that it is about. Private fields are left out. A database
 * whose schema has no audit log (an application that did not ask for one) is left alone.
 */
export async function writeAudit(database: Database, call: Call, record: AuditRecord): Promise<void> {
  const { definition } = record;
  if (definition.options.audit === false || !(await hasAuditLog(database))) return;
  const stamp = call.now().toISOString();
  const { caller } = call;
  const owner = (record.after ?? record.before)?.['tenantId'];
  const { dialect } = database;
  const query = dialect.builder.insertInto(AUDIT_TABLE).values({
    id: uuid(),
    callerKind: caller.kind,
    callerId: caller.id,
    callerName: caller.name,
    action: record.action,
    operation: call.operation,
    requestId: call.requestId,
    objectType: definition.table,
    objectId: record.key,
    before: dialect.encode('json', visible(definition, record.before)),
    after: dialect.encode('json', visible(definition, record.after)),
    tenantId: typeof owner === 'string' ? owner : caller.tenantId,
    rev: 1,
    created_at: stamp,
    updated_at: stamp,
  });
  await database.run(query.compile());
}

function visible(definition: ObjectDefinition, values: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> | null {
  if (!values) return null;
  const entries = Object.entries(values).filter(([name]) => {
    const field = definition.fields[name];
    return field !== undefined && !field.private && !field.computed;
  });
  return Object.fromEntries(entries);
}

const withLog = new WeakSet<Database>();

async function hasAuditLog(database: Database): Promise<boolean> {
  if (withLog.has(database)) return true;
  const tables = await database.all(database.dialect.introspect());
  const has = tables.some((row) => row['table'] === AUDIT_TABLE);
  if (has) withLog.add(database);
  return has;
}
