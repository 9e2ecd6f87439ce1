import type { Database } from '@colophon/core';
import { type Allowance, reserveAttempt, throttleKey, TooManyAttemptsError } from '@colophon/core/throttle';
import { inboundMail } from './inbound-mail-settings.ts';
import { mailKey } from './mail-keys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Bytes per unit: a large mail counts as up to six units. */
const UNIT = 5_000_000;
const LARGEST_UNITS = 6;

const OF_TENANT = 600;
const OF_SENDER = 20;
/** The other limits, as shares of that of a tenant. */
const SHARES = { mailsOfNetwork: 5, unitsOfNetwork: 15, unitsOfTenant: 3 };
const ENDED: Allowance = { attempts: 3, windowMs: 5 * DAY };
/** A proof is not accepted for a mail older than a week or more than a day ahead. */
const PROOF: Allowance = { attempts: 1, windowMs: 9 * DAY };

/** The limits of a tenant and a network for an hour. */
function allowancesOfHour(database: Database): Readonly<Record<'mailsOfTenant' | keyof typeof SHARES, Allowance>> {
  const mails = database.ports.use(inboundMail)?.limits?.ofTenant ?? OF_TENANT;
  // A large mail must be possible however small the limit is.
  const share = (part: number, least: number): Allowance => ({ attempts: Math.max(Math.ceil(mails / part), least), windowMs: HOUR });
  return {
    mailsOfTenant: share(1, 1),
    mailsOfNetwork: share(SHARES.mailsOfNetwork, 1),
    unitsOfNetwork: share(SHARES.unitsOfNetwork, LARGEST_UNITS),
    unitsOfTenant: share(SHARES.unitsOfTenant, LARGEST_UNITS),
  };
}

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
  const allowances = allowancesOfHour(database);
  // Always in this order, so that two mails never deadlock.
  await database.transaction(async () => {
    if (network !== undefined) {
      await reserveAttempt(database, `mail-network:${network}`, allowances.mailsOfNetwork, now);
      for (let unit = 0; unit < units; unit += 1)
        await reserveAttempt(database, `mail-network-bytes:${network}`, allowances.unitsOfNetwork, now);
    }
    await reserveAttempt(database, `mail-tenant:${route.tenantId ?? ''}`, allowances.mailsOfTenant, now);
    for (let unit = 0; unit < units; unit += 1)
      await reserveAttempt(database, `mail-tenant-bytes:${route.tenantId ?? ''}`, allowances.unitsOfTenant, now);
  });
}

/** Counts a refused mail a second time. */
export async function chargeRefused(database: Database, route: MailRoute, now: Date): Promise<void> {
  const network = networkOf(route);
  if (network !== undefined) await isReserved(database, `mail-network:${network}`, allowancesOfHour(database).mailsOfNetwork, now);
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
  const ofSender: Allowance = { attempts: database.ports.use(inboundMail)?.limits?.ofSender ?? OF_SENDER, windowMs: HOUR };
  const from = proof === 'dmarc' ? 'proved' : (networkOf(route) ?? 'relay');
  await reserveAttempt(database, `mail-from:${mailKey(database, 'address', from, address)}`, ofSender, now);
}

/** Whether a mail whose reading was aborted can be retried; it is identified by its bytes. */
export function mayBeTriedAgain(database: Database, key: string, now: Date): Promise<boolean> {
  return isReserved(database, `mail-ended:${key}`, ENDED, now);
}

/** Marks the proof of a mail as used in its tenant, in the ambient transaction. Returns whether it was unused. */
export function useProof(database: Database, { tenantId }: MailRoute, messageId: string, address: string, now: Date): Promise<boolean> {
  return isReserved(database, `mail-proof:${mailKey(database, 'proof', tenantId ?? '', messageId, address)}`, PROOF, now);
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
