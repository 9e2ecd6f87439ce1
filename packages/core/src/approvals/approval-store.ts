import { makeCall } from '../callers/call.ts';
import { SYSTEM } from '../callers/caller.ts';
import type { Database } from '../storage/database.ts';
import { addPendingCall, usePendingCall } from './decide-call.ts';
import { type CallOrigin, PendingCalls } from './pending-call.ts';

/** A waiting call, as `runTools` of `@colophon/ai` states it. */
export interface LoopCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: string;
  readonly digest: string;
  readonly conversation: string;
  readonly callId: string;
  readonly requestedFor?: string;
  readonly expiresAt: string;
}

/** A decision on a waiting call, as `decideApproval` of `@colophon/ai` makes it. */
export interface LoopApproval extends Omit<LoopCall, 'arguments'> {
  readonly decision: 'approved' | 'rejected';
  readonly decidedBy: string;
}

/** The `approvalStore` that loops of tools ask. */
export interface LoopApprovals {
  add(pending: LoopCall): Promise<void>;
  use(approval: LoopApproval): Promise<boolean>;
}

/** Whose calls a store keeps. */
export interface LoopApprovalOptions {
  readonly origin?: CallOrigin;
  readonly tenantId?: string | null;
  readonly now?: () => Date;
}

/**
 * Keeps the calls of loops in the table of pending calls, so that a loop that was stopped can be continued in any process, and each approval
 * is used once among all of them. A call runs only if `decidePendingCall` recorded the same decision by the same person: an approval that
 * somebody else wrote is refused.
 *
 * @example
 * await runTools(ai, state, { tools, approvals, approvalStore: loopApprovals(database, { tenantId }) });
 */
export function loopApprovals(
  database: Database,
  { origin = 'assistant', tenantId = null, now = () => new Date() }: LoopApprovalOptions = {},
): LoopApprovals {
  const call = { ...makeCall({ caller: SYSTEM }), now };
  return {
    async add({ id, tool, arguments: input, digest, conversation, callId, requestedFor, expiresAt }) {
      if (await new PendingCalls(database).get(id)) return;
      const lifetimeMs = Date.parse(expiresAt) - now().getTime();
      const waiting = {
        id,
        origin,
        operation: tool,
        inputDigest: digest,
        input,
        conversation,
        callId,
        userId: requestedFor,
        tenantId,
        lifetimeMs,
      };
      await addPendingCall(database, waiting, call);
    },
    use({ id, tool, digest, conversation, requestedFor, decision, decidedBy }) {
      return database.transaction(async () => {
        const found = await new PendingCalls(database).getForUpdate(id);
        const isSame =
          found?.operation === tool &&
          found.conversation === conversation &&
          found.userId === (requestedFor ?? null) &&
          found.decidedBy === decidedBy;
        if (!isSame) return false;
        return usePendingCall(database, id, { inputDigest: digest, decision: decision === 'approved' ? 'approved' : 'declined' }, call);
      });
    },
  };
}
