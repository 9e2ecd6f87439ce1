import { createHash } from 'node:crypto';
import type { Call, Database } from '@colophon/core';
import { type Allowance, isUsedUp, reserveAttempt, throttleKey } from '@colophon/core/throttle';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FROM_ADDRESS: Allowance = { attempts: 5, windowMs: 10 * MINUTE };
const FROM_ADDRESS_A_DAY: Allowance = { attempts: 30, windowMs: DAY };
const FORMS_FROM_ADDRESS: Allowance = { attempts: 2, windowMs: HOUR };
const FORM_TRIES: Allowance = { attempts: 20, windowMs: 10 * MINUTE };
const OF_CONTRIBUTOR: Allowance = { attempts: 10, windowMs: DAY };
const OF_PERSON: Allowance = { attempts: 60, windowMs: HOUR };
const OF_TENANT: Allowance = { attempts: 300, windowMs: HOUR };
const UPLOADS: Allowance = { attempts: 20, windowMs: HOUR };
const LINKED: Allowance = { attempts: 30, windowMs: HOUR };

/**
 * Reserves a submission in the limits of its sender, before it is read: by network for anonymous senders,
 * by account for users. The application itself has no limit.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveSubmission(database: Database, call: Call): Promise<void> {
  const { caller, now } = call;
  if (caller.kind === 'system') return;
  // Always in this order, so that two submissions never deadlock.
  await database.transaction(async () => {
    if (caller.kind === 'anonymous') {
      const from = throttleKey(call.address ?? 'unknown');
      await reserveAttempt(database, `contribution-from:${from}`, FROM_ADDRESS, now());
      await reserveAttempt(database, `contribution-from-a-day:${from}`, FROM_ADDRESS_A_DAY, now());
      return;
    }
    if (caller.kind === 'user') await reserveAttempt(database, `contribution-of:${caller.id ?? ''}`, OF_PERSON, now());
    await reserveAttempt(database, tenantSubject(caller.tenantId), OF_TENANT, now());
  });
}

/**
 * Reserves an attempt to send the form without scripts, before it is read: whoever mistyped an address can correct it.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveFormAttempt(database: Database, { address, now }: Call): Promise<void> {
  await reserveAttempt(database, `contribution-form-tries:${throttleKey(address ?? 'unknown')}`, FORM_TRIES, now());
}

/**
 * Reserves a submission by the form without scripts, which does no work: as `reserveSubmission`, and two an hour from a network. Called when
 * its fields are valid.
 *
 * @throws TooManyAttemptsError
 */
export async function reserveForm(database: Database, call: Call): Promise<void> {
  await reserveSubmission(database, call);
  if (call.caller.kind !== 'anonymous') return;
  await reserveAttempt(database, `contribution-form-from:${throttleKey(call.address ?? 'unknown')}`, FORMS_FROM_ADDRESS, call.now());
}

/**
 * Reserves a submission in the limits of an e-mail address entered by an anonymous sender and of its tenant. Called after the
 * proof of work, because anybody could use up these limits otherwise.
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

/** Reserves an upload before its bytes are received. @throws TooManyAttemptsError */
export async function reserveUpload(database: Database, call: Call, owner: string): Promise<void> {
  await reserveAttempt(database, `contribution-upload:${owner}`, UPLOADS, call.now());
}

/** Reserves a use of a link, before the link is checked. @throws TooManyAttemptsError */
export async function reserveLinkUse(database: Database, { address, now }: Call): Promise<void> {
  await reserveAttempt(database, `contribution-link:${throttleKey(address ?? 'unknown')}`, LINKED, now());
}

/** Submissions per hour above which challenges get one bit harder with each doubling. */
const CALM = 60;
const HARDEST = 4;

/** Returns the additional bits of the proof of work, because of many submissions in a tenant. */
export async function extraBits(database: Database, tenantId: string | null, now: Date): Promise<number> {
  let bits = 0;
  while (bits < HARDEST && (await isUsedUp(database, tenantSubject(tenantId), { attempts: CALM * 2 ** bits, windowMs: HOUR }, now)))
    bits += 1;
  return bits;
}

function tenantSubject(tenantId: string | null): string {
  return `contribution-to:${tenantId ?? ''}`;
}
