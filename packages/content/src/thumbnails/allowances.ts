import type { Call } from '@colophon/core';
import { type Allowance, reserveAttempt } from '@colophon/core/throttle';
import type { ContentRecord } from '../record/content-record.ts';

const HOUR = 3_600_000;
const OF_PERSON: Allowance = { attempts: 10, windowMs: HOUR };
const OF_TENANT: Allowance = { attempts: 100, windowMs: 24 * HOUR };

/** Reserves a paid image before it is requested. The application itself has no limit. @throws TooManyAttemptsError */
export async function reservePaidPicture({ database, tenantId }: ContentRecord, { caller, now }: Call): Promise<void> {
  if (caller.kind === 'system') return;
  // Always in this order, so that two callers never deadlock.
  await database.transaction(async () => {
    await reserveAttempt(database, `thumbnail-of:${caller.kind}:${caller.id ?? ''}`, OF_PERSON, now());
    await reserveAttempt(database, `thumbnail-to:${tenantId ?? ''}`, OF_TENANT, now());
  });
}
