import { createHash, randomBytes } from 'node:crypto';
import type { Call } from '@colophon/core';
import { throttleKey } from '@colophon/core/throttle';

/** Creates a ticket; only its hash is stored. */
export function newTicket(): string {
  return randomBytes(24).toString('base64url');
}

export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** Prefix of the owner of an anonymous upload. */
export const NETWORK = 'network ';

/** Whether an upload was made by a caller who was not signed in. */
export function isNetwork(owner: string): boolean {
  return owner.startsWith(NETWORK);
}

/** Returns the owner of an upload: the user or token, or the network of a caller who is not signed in. */
export function ownerOf({ caller, address }: Call): string {
  return caller.kind === 'anonymous' ? `${NETWORK}${throttleKey(address ?? 'unknown')}` : `${caller.kind} ${caller.id ?? ''}`;
}
