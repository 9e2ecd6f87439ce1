import { isPlainObject } from '@colophon/contract';
import { sanitizeLine } from '../io/sanitize.ts';
import { describeUser, type ReportedSession } from './read-session.ts';

/** Describes the user, tenant and roles of a session in one line. */
export function describeSession(session: ReportedSession): string {
  const roles = session.roles.length > 0 ? ` (${session.roles.join(', ')})` : '';
  const tenant = isPlainObject(session.tenant) ? `, tenant ${String(session.tenant['name'])}` : '';
  return sanitizeLine(`${describeUser(session) ?? 'a user whom the server does not name'}${tenant}${roles}`, 400);
}
