import type { Call, Database } from '@colophon/core';
import { type Allowance, reserveAttempt } from '@colophon/core/throttle';

const OF_PERSON: Allowance = { attempts: 10, windowMs: 60_000 };

/** Reserves one request to a site, before it is made. The application itself has no limit. @throws TooManyAttemptsError */
export async function reservePageRequest(database: Database, { caller, now }: Call): Promise<void> {
  if (caller.kind === 'system') return;
  await reserveAttempt(database, `mirror-by:${caller.kind}:${caller.id ?? ''}`, OF_PERSON, now());
}
