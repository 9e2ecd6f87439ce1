import { type Call, type Caller, type Database, makeCall, type Role } from '@colophon/core';
import { createUser } from '@colophon/identity';

/** Somebody of the demonstration. */
export interface DemoPerson {
  readonly key: 'admin' | 'editor' | 'contributor';
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** What they do, for those who choose whom to be. */
  readonly does: string;
}

/** Who works at the newspaper of the demonstration. They have no passwords: they are signed in from the terminal's address alone. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { key: 'admin', email: 'ada@courier.example', name: 'Ada Okoye', role: 'admin', does: 'runs the paper: people, rules, everything' },
  { key: 'editor', email: 'ben@courier.example', name: 'Ben Adler', role: 'editor', does: 'reads, asks back, publishes and corrects' },
  { key: 'contributor', email: 'jo@courier.example', name: 'Jo Berg', role: 'contributor', does: 'writes drafts and hands them in' },
];

/** Makes a call of somebody at a point in time. */
export type CallBy = (who: DemoPerson['key'], at: Date) => Call;

/** Makes the people, where they are not there yet, and answers how calls are made in their names. */
export async function makePeople(database: Database, baseUrl: string): Promise<CallBy> {
  const callers = new Map<string, Caller>();
  for (const { key, email, name, role } of DEMO_PEOPLE) {
    const { id } = await createUser({ database, email, name, role, baseUrl });
    callers.set(key, { kind: 'user', id, name, tenantId: null, role });
  }
  return (who, at) => makeCall({ caller: callers.get(who) as Caller, now: () => at });
}
