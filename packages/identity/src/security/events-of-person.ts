import type { Database } from '@colophon/core';
import { type SecurityEvent, SecurityEvents } from './security-event.ts';

/** The security events of an account, newest first. */
export function securityEventsOf(database: Database, userId: string, limit = 20): Promise<SecurityEvent[]> {
  return new SecurityEvents(database).list({ where: { userId }, orderBy: '-created_at', limit });
}

/** What is erased of a person: an account's events keep their kind and time, addresses without an account leave only a digest anyway. */
export async function eraseSecurityEventsOf(
  database: Database,
  { userId, email }: { userId?: string | undefined; email: string },
): Promise<number> {
  const { builder } = database.dialect;
  const theirs = builder
    .updateTable('security_events')
    .set({ subject: 'erased', address: null, agent: null })
    .where((each) =>
      each.or([each('subject', '=', email.trim().toLowerCase()), ...(userId === undefined ? [] : [each('userId', '=', userId)])]),
    )
    .where('subject', '!=', 'erased');
  return database.run(theirs.compile());
}

/** All security events of a person, for the copy of their data. */
export async function exportSecurityEventsOf(database: Database, userId: string): Promise<SecurityEvent[]> {
  const events = new SecurityEvents(database);
  const result: SecurityEvent[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await events.page({ where: { userId }, limit: 500, count: 'none', ...(cursor === undefined ? {} : { cursor }) });
    result.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return result;
  }
}
