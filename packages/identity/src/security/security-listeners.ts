import type { Database } from '@colophon/core';
import type { SecurityEvent } from './security-event.ts';

/** Learns of a security event in the transaction that records it; an error of it undoes the change. */
export type SecurityListener = (event: SecurityEvent, context: { readonly database: Database; readonly now: Date }) => Promise<void>;

const listeners = new WeakMap<Database, SecurityListener[]>();

/** Calls a function with each security event that this process records, to mail people about it for example. */
export function onSecurityEvent(database: Database, listener: SecurityListener): void {
  listeners.set(database, [...listenersOf(database), listener]);
}

/** The listeners of a database. */
export function listenersOf(database: Database): readonly SecurityListener[] {
  return listeners.get(database) ?? [];
}
