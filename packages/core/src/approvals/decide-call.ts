import type { Call } from '../callers/call.ts';
import type { JsonObject } from '../fields/json.ts';
import type { Database } from '../storage/database.ts';
import { type CallDecision, decideWaiting } from './decide-waiting.ts';
import { type CallOrigin, type PendingCall, PendingCalls } from './pending-call.ts';

/** A call that is to wait for a person. */
export interface WaitingCall {
  readonly origin: CallOrigin;
  readonly operation: string;
  /** See `digestOfCall`. */
  readonly inputDigest: string;
  /** The arguments, if nothing else keeps them. */
  readonly input?: string | undefined;
  readonly targetKey?: string | undefined;
  readonly expectedRev?: number | undefined;
  readonly summary?: string | undefined;
  readonly conversation?: string | undefined;
  readonly callId?: string | undefined;
  /** For whom the program acts. */
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly agentHost?: string | undefined;
  readonly grantId?: string | undefined;
  /** Where the record is, as in the addresses of the API. */
  readonly collection?: string | undefined;
  readonly tenantId?: string | null | undefined;
  /** In milliseconds; a day by default. */
  readonly lifetimeMs?: number | undefined;
}

const DAY_MS = 86_400_000;

/** Records a call that waits for a person. */
export async function addPendingCall(database: Database, waiting: WaitingCall, call: Call): Promise<PendingCall> {
  const { lifetimeMs = DAY_MS, ...values } = waiting;
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const expiresAt = new Date(call.now().getTime() + lifetimeMs).toISOString();
  return new PendingCalls(database, call).add({ ...given, expiresAt } as never);
}

/**
 * Records the decision of a person on a call. Whoever calls this has checked that the person may decide.
 *
 * @throws NotFoundError
 * @throws ConflictError `call_decided` if somebody decided before, `approval_expired` if it waited for too long
 */
export function decidePendingCall(database: Database, id: string, decision: CallDecision, call: Call): Promise<PendingCall> {
  return database.transaction(() => decideWaiting(new PendingCalls(database, call), id, decision, call));
}

/**
 * Uses the decision on a call, before the call runs. It is used once, in whichever process, for the arguments that were decided on.
 *
 * @returns whether it may run (of a decision to decline: whether this was its first use)
 */
export function usePendingCall(
  database: Database,
  id: string,
  { inputDigest, decision }: { readonly inputDigest: string; readonly decision: CallDecision['decision'] },
  call: Call,
): Promise<boolean> {
  return database.transaction(async () => {
    const found = await new PendingCalls(database, call).getForUpdate(id);
    const now = call.now();
    const isUsable = found?.state === decision && found.usedAt === null && Date.parse(found.expiresAt) > now.getTime();
    if (!found || !isUsable || found.inputDigest !== inputDigest) return false;
    const state = decision === 'approved' ? 'running' : 'declined';
    await new PendingCalls(database, call).update(id, { state, usedAt: now.toISOString() });
    return true;
  });
}

/** Records what became of a call whose approval was used. */
export async function endPendingCall(
  database: Database,
  id: string,
  outcome: { readonly state: 'done'; readonly result: JsonObject } | { readonly state: 'failed'; readonly problem: string },
  call: Call,
): Promise<void> {
  await new PendingCalls(database, call).update(id, outcome);
}
