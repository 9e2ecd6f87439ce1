import type { Call } from '../callers/call.ts';
import type { ObjectDefinition } from '../objects/definition.ts';
import { newKey } from '../objects/new-key.ts';
import { filled, Slot } from '../queries/slots.ts';
import type { Database, Statement } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { hasTable } from '../storage/migrations/has-table.ts';
import { AUDIT_TABLE } from './chain-names.ts';

/** What stands in an entry for the value of a personal field. */
const PERSONAL = '[personal]';

/** One write to be put down. */
export interface AuditRecord {
  /** create, update or delete; a bulk operation names what it did, `move` for example. */
  readonly action: string;
  readonly definition: ObjectDefinition;
  readonly key: string;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
  /** The tenant of the record, null for a global one; when not given, what `after` or `before` says. What has no tenant is everybody's, and so is its entry. */
  readonly tenantId?: string | null | undefined;
}

/**
 * Writes an audit entry in the transaction of the write that it is about. Private fields are left out, the values of personal
 * ones are not told, and of new records and of those that are never changed the fields that lists leave out stay out. A database
 * whose schema has no audit log (an application that did not ask for one) is left alone.
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
  await database.run(filled(insertTemplate(dialect), Object.values(entry)));
}

/** The record's own tenant: an entry about it must not be read by another one. */
function tenantOf({ tenantId, after, before }: AuditRecord): string | null | undefined {
  return tenantId ?? ((after?.['tenantId'] ?? before?.['tenantId']) as string | null | undefined);
}

const templates = new Map<string, Statement>();

function insertTemplate(dialect: Dialect): Statement {
  let template = templates.get(dialect.name);
  if (!template) {
    const slots = Object.fromEntries(COLUMNS.map((name, index) => [name, new Slot(index, undefined)]));
    template = dialect.builder.insertInto(AUDIT_TABLE).values(slots).compile();
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

/** @param isNew the values of a new record: its long ones stand in the record itself, or in the entry of the first change of them */
function visible(
  definition: ObjectDefinition,
  values: Readonly<Record<string, unknown>> | undefined,
  isNew = false,
): Record<string, unknown> | null {
  if (!values) return null;
  const entries = Object.entries(values).filter(([name]) => {
    const field = definition.fields[name];
    if (field === undefined || field.private || field.computed) return false;
    // What can never change says itself what it is: its long values are not kept twice.
    return field.listed || !(definition.options.appendOnly || isNew);
  });
  // Whether there was a value is told, since a change from or to null is one too.
  return Object.fromEntries(entries.map(([name, value]) => [name, definition.fields[name]?.personal && value !== null ? PERSONAL : value]));
}
