import { type Call, type Caller, type Database, makeCall, type Role } from '@colophon/core';
import { createUser } from '@colophon/identity';

/** A user of the demonstration. */
export interface DemoPerson {
  readonly key: 'admin' | 'editor' | 'contributor';
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Their job, for visitors who choose a user. */
  readonly does: string;
}

/** The staff of the demonstration's newspaper. They have no passwords: they sign in only through the address printed to the terminal. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { key: 'admin', email: 'ada@courier.example', name: 'Ada Okoye', role: 'admin', does: 'runs the paper: people, rules, everything' },
  { key: 'editor', email: 'ben@courier.example', name: 'Ben Adler', role: 'editor', does: 'reads, asks back, publishes and corrects' },
  { key: 'contributor', email: 'jo@courier.example', name: 'Jo Berg', role: 'contributor', does: 'writes drafts and hands them in' },
];

/** Creates a call of a user at a point in time. */
export type CallBy = (person: DemoPerson['key'], at: Date) => Call;

/** Creates the users if they do not exist, and returns a function that creates calls in their names. */
export async function makePeople(database: Database, baseUrl: string): Promise<CallBy> {
  const callers = new Map<string, Caller>();
  for (const { key, email, name, role } of DEMO_PEOPLE) {
    const { id } = await createUser({ database, email, name, role, baseUrl });
    callers.set(key, { kind: 'user', id, name, tenantId: null, role });
  }
  return (person, at) => makeCall({ caller: callers.get(person) as Caller, now: () => at });
}
