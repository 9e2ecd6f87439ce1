import type { Call } from '../callers/call.ts';
import { ConflictError, NotFoundError } from '../errors/errors.ts';

/** A decision of a person on a call that waits. */
export interface CallDecision {
  readonly decision: 'approved' | 'declined';
  /** Who decides. */
  readonly by: string;
  /** Why they decline; the program is told. */
  readonly reason?: string | undefined;
}

interface Deciding<T> {
  getForUpdate(id: string): Promise<T | undefined>;
  update(id: string, values: object): Promise<T>;
}

/** Records a decision, in the ambient transaction. @throws as `decidePendingCall` */
export async function decideWaiting<T extends { readonly state: string; readonly expiresAt: string }>(
  calls: Deciding<T>,
  id: string,
  { decision, by, reason }: CallDecision,
  call: Call,
): Promise<T> {
  const found = await calls.getForUpdate(id);
  if (!found) throw new NotFoundError('There is no such call.');
  const now = call.now();
  if (found.state !== 'waiting')
    throw new ConflictError(`The call is ${found.state}.`, { code: 'call_decided', extensions: { state: found.state } });
  if (Date.parse(found.expiresAt) <= now.getTime())
    throw new ConflictError('The call waited for too long, and can no longer be approved.', {
      code: 'approval_expired',
      hint: 'Ask for it again.',
    });
  return calls.update(id, { state: decision, decidedBy: by, decidedAt: now.toISOString(), ...(reason ? { reason } : {}) });
}
