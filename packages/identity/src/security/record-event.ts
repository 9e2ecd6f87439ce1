import { type Call, type Database, type JsonObject, makeCall, SYSTEM_CALL } from '@colophon/core';
import { type SecurityEvent, type SecurityEventKind, SecurityEvents } from './security-event.ts';
import { listenersOf } from './security-listeners.ts';

/** Something to record. */
export interface NewSecurityEvent {
  readonly kind: SecurityEventKind;
  /** The account that it is about. */
  readonly userId: string | null;
  /** Default: the address of the account. */
  readonly subject?: string;
  /** Default: the tenant of the account, if it has exactly one role; else null, which only global administrators see. */
  readonly tenantId?: string | null;
  readonly address?: string | null | undefined;
  readonly agent?: string | null | undefined;
  readonly data?: JsonObject;
  readonly now: Date;
}

/**
 * Records a security event, in the ambient transaction, and tells the listeners of the application, whose own writes (a mail) belong to it.
 * Failures that are refused must be recorded outside their transaction, or they vanish with it.
 */
export async function recordSecurityEvent(database: Database, event: NewSecurityEvent): Promise<SecurityEvent> {
  const { kind, userId, address = null, agent = null, data = {}, now } = event;
  return database.transaction(async () => {
    const subject = event.subject ?? (await addressOfAccount(database, userId)) ?? userId ?? 'unknown';
    const tenantId = event.tenantId === undefined ? await homeOf(database, userId) : event.tenantId;
    const call = makeCall({ ...SYSTEM_CALL, now: () => now });
    const recorded = await new SecurityEvents(database, call).add({ kind, userId, subject, tenantId, address, agent, data });
    for (const listener of listenersOf(database)) await listener(recorded, { database, now });
    return recorded;
  });
}

/** Records a change that somebody made, in its transaction: by whom is told by the call. */
export async function recordChange(
  database: Database,
  call: Call,
  event: Pick<NewSecurityEvent, 'kind' | 'userId' | 'tenantId' | 'data' | 'subject'>,
): Promise<void> {
  const { kind, id } = call.caller;
  const by = id === null ? kind : `${kind}:${id}`;
  await recordSecurityEvent(database, { ...event, data: { ...event.data, by }, address: call.address ?? null, now: call.now() });
}

async function addressOfAccount(database: Database, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const row = await database.first(database.dialect.builder.selectFrom('users').select('email').where('id', '=', userId).compile());
  return row && String(row['email']);
}

/** The only tenant of a person; null if they have several, or global roles. */
async function homeOf(database: Database, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const query = database.dialect.builder.selectFrom('memberships').select('tenantId').where('userId', '=', userId).limit(2);
  const rows = await database.all(query.compile());
  const tenantId = rows.length === 1 ? rows[0]?.['tenantId'] : null;
  return typeof tenantId === 'string' ? tenantId : null;
}
