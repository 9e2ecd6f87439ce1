import type { Database } from '@colophon/core';
import { type Allowance, reserveAttempt, throttleKey, TooManyAttemptsError } from '@colophon/core/throttle';
import { mailKey } from './mail-keys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Bytes per unit: a large mail counts as up to six units. */
const UNIT = 5_000_000;

const MAILS_OF_NETWORK: Allowance = { attempts: 120, windowMs: HOUR };
const UNITS_OF_NETWORK: Allowance = { attempts: 40, windowMs: HOUR };
const MAILS_OF_TENANT: Allowance = { attempts: 600, windowMs: HOUR };
const UNITS_OF_TENANT: Allowance = { attempts: 200, windowMs: HOUR };
const OF_SENDER: Allowance = { attempts: 20, windowMs: HOUR };
const ENDED: Allowance = { attempts: 3, windowMs: 5 * DAY };
/** A proof is not accepted for a mail older than a week or more than a day ahead. */
const PROOF: Allowance = { attempts: 1, windowMs: 9 * DAY };

/** Origin and destination of a mail, as far as they cannot be forged. */
export interface MailRoute {
  readonly tenantId: string | null;
  /** The client that delivered it, if it was received by a listener of ours. */
  readonly remoteAddress?: string | undefined;
}

/**
 * Reserves a mail in the limits of its network and its tenant, before it is read.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveArrival(database: Database, route: MailRoute, byteSize: number, now: Date): Promise<void> {
  const network = networkOf(route);
  const units = Math.floor(byteSize / UNIT);
  // Always in this order, so that two mails never deadlock.
  await database.transaction(async () => {
    if (network !== undefined) {
      await reserveAttempt(database, `mail-network:${network}`, MAILS_OF_NETWORK, now);
      for (let unit = 0; unit < units; unit += 1) await reserveAttempt(database, `mail-network-bytes:${network}`, UNITS_OF_NETWORK, now);
    }
    await reserveAttempt(database, `mail-tenant:${route.tenantId ?? ''}`, MAILS_OF_TENANT, now);
    for (let unit = 0; unit < units; unit += 1)
      await reserveAttempt(database, `mail-tenant-bytes:${route.tenantId ?? ''}`, UNITS_OF_TENANT, now);
  });
}

/** Counts a refused mail a second time. */
export async function chargeRefused(database: Database, route: MailRoute, now: Date): Promise<void> {
  const network = networkOf(route);
  if (network !== undefined) await isReserved(database, `mail-network:${network}`, MAILS_OF_NETWORK, now);
}

/**
 * Reserves a mail in the limit of its sender, once the proof is known: forged mails do not use up the limit of the
 * real owner, and one network does not use up that of another for the same sender.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveSender(
  database: Database,
  route: MailRoute,
  { address, proof }: { address: string; proof: 'dmarc' | 'none' },
  now: Date,
): Promise<void> {
  const from = proof === 'dmarc' ? 'proved' : (networkOf(route) ?? 'relay');
  await reserveAttempt(database, `mail-from:${mailKey('address', from, address)}`, OF_SENDER, now);
}

/** Whether a mail whose reading was aborted can be retried; it is identified by its bytes. */
export function mayBeTriedAgain(database: Database, key: string, now: Date): Promise<boolean> {
  return isReserved(database, `mail-ended:${key}`, ENDED, now);
}

/** Marks the proof of a mail as used in its tenant, in the ambient transaction. Returns whether it was unused. */
export function useProof(database: Database, { tenantId }: MailRoute, messageId: string, address: string, now: Date): Promise<boolean> {
  return isReserved(database, `mail-proof:${mailKey('proof', tenantId ?? '', messageId, address)}`, PROOF, now);
}

async function isReserved(database: Database, subject: string, allowance: Allowance, now: Date): Promise<boolean> {
  try {
    await reserveAttempt(database, subject, allowance, now);
    return true;
  } catch (error) {
    if (error instanceof TooManyAttemptsError) return false;
    throw error;
  }
}

/** A mail server on this machine is not a network: its mail has many origins. */
function networkOf({ remoteAddress }: MailRoute): string | undefined {
  if (remoteAddress === undefined) return undefined;
  const network = throttleKey(remoteAddress);
  return network.startsWith('127.') || network === '0:0:0:0::/64' ? undefined : network;
}
