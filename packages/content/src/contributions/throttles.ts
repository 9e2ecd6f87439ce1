import { createHash } from 'node:crypto';
import type { Call, Database } from '@colophon/core';
import { type Allowance, isUsedUp, reserveAttempt, throttleKey } from '@colophon/core/throttle';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FROM_ADDRESS: Allowance = { attempts: 5, windowMs: 10 * MINUTE };
const FROM_ADDRESS_A_DAY: Allowance = { attempts: 30, windowMs: DAY };
const FORMS_FROM_ADDRESS: Allowance = { attempts: 2, windowMs: HOUR };
const OF_CONTRIBUTOR: Allowance = { attempts: 10, windowMs: DAY };
const OF_PERSON: Allowance = { attempts: 60, windowMs: HOUR };
const OF_TENANT: Allowance = { attempts: 300, windowMs: HOUR };
const UPLOADS: Allowance = { attempts: 20, windowMs: HOUR };
const LINKED: Allowance = { attempts: 30, windowMs: HOUR };

/**
 * Reserves what one submission takes of the allowances of whoever sends it, before anything of it is read: for strangers by
 * network, for people by account. The application itself has none.
 *
 * @param withForm by the form without scripts, which strangers may use twice an hour
 * @throws TooManyAttemptsError
 */
export async function reserveSubmission(database: Database, call: Call, { withForm = false } = {}): Promise<void> {
  const { caller, now } = call;
  if (caller.kind === 'system') return;
  // In this order always, so that two submissions never wait for each other.
  await database.transaction(async () => {
    if (caller.kind === 'anonymous') {
      const from = throttleKey(call.address ?? 'unknown');
      await reserveAttempt(database, `contribution-from:${from}`, FROM_ADDRESS, now());
      await reserveAttempt(database, `contribution-from-a-day:${from}`, FROM_ADDRESS_A_DAY, now());
      if (withForm) await reserveAttempt(database, `contribution-form-from:${from}`, FORMS_FROM_ADDRESS, now());
      return;
    }
    if (caller.kind === 'user') await reserveAttempt(database, `contribution-of:${caller.id ?? ''}`, OF_PERSON, now());
    await reserveAttempt(database, tenantSubject(caller.tenantId), OF_TENANT, now());
  });
}

/**
 * Reserves a submission under an e-mail address that a stranger gave, and one of its tenant: once their work is proved, or
 * anybody could use up what is somebody else's.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveContributor(database: Database, { caller, now }: Call, address: string): Promise<void> {
  if (caller.kind !== 'anonymous') return;
  const who = createHash('sha256').update(address).digest('hex');
  await database.transaction(async () => {
    await reserveAttempt(database, `contribution-by:${caller.tenantId ?? ''}:${who}`, OF_CONTRIBUTOR, now());
    await reserveAttempt(database, tenantSubject(caller.tenantId), OF_TENANT, now());
  });
}

/** Reserves an upload before its bytes are taken. @throws TooManyAttemptsError */
export async function reserveUpload(database: Database, call: Call, owner: string): Promise<void> {
  await reserveAttempt(database, `contribution-upload:${owner}`, UPLOADS, call.now());
}

/** Reserves something done by a link, before it is looked at. @throws TooManyAttemptsError */
export async function reserveLinkUse(database: Database, { address, now }: Call): Promise<void> {
  await reserveAttempt(database, `contribution-link:${throttleKey(address ?? 'unknown')}`, LINKED, now());
}

/** Submissions in an hour from which on challenges are harder by one bit each time they double. */
const CALM = 60;
const HARDEST = 4;

/** By how many bits the work of strangers is harder, because much comes in to a tenant. */
export async function extraBits(database: Database, tenantId: string | null, now: Date): Promise<number> {
  let bits = 0;
  while (bits < HARDEST && (await isUsedUp(database, tenantSubject(tenantId), { attempts: CALM * 2 ** bits, windowMs: HOUR }, now)))
    bits += 1;
  return bits;
}

function tenantSubject(tenantId: string | null): string {
  return `contribution-to:${tenantId ?? ''}`;
}
