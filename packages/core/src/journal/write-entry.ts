import type { Call } from '../callers/call.ts';
import { nameOfCaller } from '../callers/caller.ts';
import { newKey } from '../fields/new-key.ts';
import { timeOfKey } from '../fields/time-of-key.ts';
import type { Database } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { filled, Slot } from '../storage/slots.ts';
import type { Statement } from '../storage/statement.ts';
import { AUDIT_TABLE } from './chain-names.ts';

/** What is logged of a write besides its caller and time. */
export interface LoggedWrite {
  readonly action: string;
  readonly table: string;
  readonly key: string;
  /** The values as the entry shows them. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly tenantId: string | null;
}

/** Writes an entry of the audit log in the transaction of its write, in a database that has the log. */
export async function writeEntry(
  database: Database,
  call: Call,
  { action, table, key, before, after, tenantId }: LoggedWrite,
): Promise<void> {
  const { caller } = call;
  const { dialect } = database;
  const id = newKey();
  // The time is that of the key, so that nobody can date an entry otherwise than it is ordered.
  const stamp = new Date(timeOfKey(id)).toISOString();
  const entry = {
    id,
    callerKind: caller.kind,
    callerId: caller.id,
    callerName: nameOfCaller(caller),
    action,
    operation: call.operation,
    requestId: call.requestId,
    objectType: table,
    objectId: key,
    before: dialect.encode('json', before),
    after: dialect.encode('json', after),
    agentId: caller.agent?.clientId ?? null,
    agentName: caller.agent?.name ?? null,
    approvalId: call.approvalId ?? null,
    tenantId,
    rev: 1,
    created_at: stamp,
    updated_at: stamp,
  };
  await database.runBeforeCommit(filled(insertTemplate(dialect), Object.values(entry)));
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
  'agentId',
  'agentName',
  'approvalId',
  'tenantId',
  'rev',
  'created_at',
  'updated_at',
] as const;
