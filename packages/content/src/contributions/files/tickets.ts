import { createHash, randomBytes } from 'node:crypto';
import type { Call } from '@colophon/core';
import { throttleKey } from '@colophon/core/throttle';

/** Makes a ticket; only its hash is stored. */
export function newTicket(): string {
  return randomBytes(24).toString('base64url');
}

export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** What the owner of a stranger's upload begins with. */
export const NETWORK = 'network ';

/** Whether an upload is of somebody who was not signed in. */
export function isNetwork(owner: string): boolean {
  return owner.startsWith(NETWORK);
}

/** Whose an upload is: a person's or a token's, and of those who are not signed in the network's that they call from. */
export function ownerOf({ caller, address }: Call): string {
  return caller.kind === 'anonymous' ? `${NETWORK}${throttleKey(address ?? 'unknown')}` : `${caller.kind} ${caller.id ?? ''}`;
}
