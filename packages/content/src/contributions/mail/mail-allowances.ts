import type { Database } from '@colophon/core';
import { type Allowance, reserveAttempt, throttleKey, TooManyAttemptsError } from '@colophon/core/throttle';
import { mailKey } from './mail-keys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Bytes that count as one: a large mail has up to six of them. */
const UNIT = 5_000_000;

const MAILS_OF_NETWORK: Allowance = { attempts: 120, windowMs: HOUR };
const UNITS_OF_NETWORK: Allowance = { attempts: 40, windowMs: HOUR };
const MAILS_OF_TENANT: Allowance = { attempts: 600, windowMs: HOUR };
const UNITS_OF_TENANT: Allowance = { attempts: 200, windowMs: HOUR };
const OF_SENDER: Allowance = { attempts: 20, windowMs: HOUR };
const ENDED: Allowance = { attempts: 3, windowMs: 5 * DAY };
/** A proof is not believed of a mail that is older than a week or more than a day ahead. */
const PROOF: Allowance = { attempts: 1, windowMs: 9 * DAY };

/** Where a mail comes from and where it goes, as far as nobody can invent it. */
export interface MailRoute {
  readonly tenantId: string | null;
  /** Who handed it in, where a listener of our own saw it. */
  readonly remoteAddress?: string | undefined;
}

/**
 * Reserves what a mail takes of the allowances of the network that it comes from and of its tenant, before anything of it is read.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveArrival(database: Database, route: MailRoute, byteSize: number, now: Date): Promise<void> {
  const network = networkOf(route);
  const units = Math.floor(byteSize / UNIT);
  // In this order always, so that two mails never wait for each other.
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

/** Charges a mail that was refused a second time. */
export async function chargeRefused(database: Database, route: MailRoute, now: Date): Promise<void> {
  const network = networkOf(route);
  if (network !== undefined) await isReserved(database, `mail-network:${network}`, MAILS_OF_NETWORK, now);
}

/**
 * Reserves a mail of a sender, once it is known what proves them: what is forged in a name uses up nothing of what its owner
 * sends, and a network nothing of what another one sends in the same name.
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

/** Whether a mail may be tried once more whose reading was ended; it is told apart by its bytes. */
export function mayBeTriedAgain(database: Database, key: string, now: Date): Promise<boolean> {
  return isReserved(database, `mail-ended:${key}`, ENDED, now);
}

/** Uses up the proof of a mail in its tenant, with what the transaction writes. Answers whether it was there still. */
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

/** A mail server of this machine is no network: what it hands in came from many. */
function networkOf({ remoteAddress }: MailRoute): string | undefined {
  if (remoteAddress === undefined) return undefined;
  const network = throttleKey(remoteAddress);
  return network.startsWith('127.') || network === '0:0:0:0::/64' ? undefined : network;
}
