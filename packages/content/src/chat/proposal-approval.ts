import { type Call, ConflictError, type Database, makeCall } from '@colophon/core';
import { addPendingCall, decidePendingCall, digestOfCall, endPendingCall, PendingCalls, usePendingCall } from '@colophon/core/approvals';
import type { ContentChatProposal, ProposedChange } from './chat-proposal.ts';
import { PROPOSE_CHANGES } from './propose-tool.ts';

/** How long a proposal can be applied. */
const LIFETIME_MS = 30 * 86_400_000;

/** A proposal whose approval is asked for. */
type Proposed = Pick<ContentChatProposal, 'contentId' | 'threadId' | 'messageId' | 'tenantId' | 'baseRev' | 'model' | 'participant'> & {
  readonly changes: readonly ProposedChange[];
  readonly reason: string;
};

/**
 * Records that a proposal of the assistant waits for its person. The proposal itself keeps the texts; the record binds the decision to them.
 *
 * @returns the id of the record
 */
export async function askForApproval(database: Database, proposed: Proposed, now: () => Date): Promise<string> {
  const { contentId, threadId, messageId, tenantId, baseRev, model, participant, changes } = proposed;
  const { id } = await addPendingCall(
    database,
    {
      origin: 'assistant',
      operation: PROPOSE_CHANGES.name,
      inputDigest: digestOf(proposed),
      targetKey: contentId,
      expectedRev: baseRev,
      summary: fieldsOf(changes).join(', '),
      conversation: threadId ?? undefined,
      callId: messageId ?? undefined,
      userId: personOf(participant),
      agentId: model ?? undefined,
      tenantId,
      lifetimeMs: LIFETIME_MS,
    },
    makeCall({ now }),
  );
  return id;
}

/**
 * Records that the person applies a proposal, and uses this decision, which works once and only for the texts that were proposed. Call it in
 * the transaction that applies them.
 *
 * @returns the id of the record
 * @throws ConflictError `approval_expired` if the proposal is too old, `approval_mismatch` if it is not what was proposed
 */
export async function approve(proposal: ContentChatProposal, call: Call): Promise<string> {
  const { database } = proposal;
  // A proposal from before approvals were recorded.
  const id = proposal.approvalId ?? (await askForApproval(database, proposal, call.now));
  await decidePendingCall(database, id, { decision: 'approved', by: personOf(proposal.participant) }, call);
  if (await usePendingCall(database, id, { inputDigest: digestOf(proposal), decision: 'approved' }, call)) return id;
  throw new ConflictError('The proposal is not the one that the assistant made.', {
    code: 'approval_mismatch',
    hint: 'Ask the assistant again.',
  });
}

/** Records which fields a proposal changed. */
export async function recordApplied(
  database: Database,
  id: string,
  fields: readonly string[],
  isLocal: boolean,
  call: Call,
): Promise<void> {
  await endPendingCall(
    database,
    id,
    { state: 'done', result: { fields: [...new Set(fields)], ...(isLocal ? { local: true } : {}) } },
    call,
  );
}

/** Records that the person does not want a proposal, or that it cannot be applied any more. */
export async function endApproval(
  { database, approvalId, participant }: ContentChatProposal,
  outcome: 'declined' | 'stale',
  call: Call,
): Promise<void> {
  const found = approvalId === null ? undefined : await new PendingCalls(database).getForUpdate(approvalId);
  if (approvalId === null || found?.state !== 'waiting') return;
  const decided = { decidedBy: personOf(participant), decidedAt: call.now().toISOString() };
  const ended =
    outcome === 'declined' ? { state: outcome, ...decided } : { state: 'failed' as const, problem: 'proposal_stale', ...decided };
  await new PendingCalls(database, call).update(approvalId, ended);
}

/** Records that the changes of an applied proposal were reverted, and asks anew: the earlier decision was used. @returns the new id */
export async function askAgain(proposal: ContentChatProposal, call: Call): Promise<string> {
  const { database, approvalId } = proposal;
  const found = approvalId === null ? undefined : await new PendingCalls(database).getForUpdate(approvalId);
  if (found) {
    const result = { ...(found.result as object | null), takenBackAt: call.now().toISOString() };
    await new PendingCalls(database, call).update(found.id, { result });
  }
  return askForApproval(database, proposal, call.now);
}

/** Ends what waits in the conversations of an erased chat: nobody can apply it any more. */
export async function endApprovalsOf(database: Database, threadIds: readonly string[], now: () => Date): Promise<void> {
  if (threadIds.length === 0) return;
  const calls = new PendingCalls(database, makeCall({ now }));
  for (;;) {
    const waiting = await calls.list({ where: { conversation: { in: threadIds }, state: 'waiting' } as never, limit: 100 });
    for (const { id } of waiting) await calls.update(id, { state: 'expired', problem: 'chat_erased' });
    if (waiting.length === 0) return;
  }
}

export function fieldsOf(changes: readonly { readonly field: string }[]): string[] {
  return [...new Set(changes.map(({ field }) => field))];
}

/** What the person sees and decides on. */
function digestOf({ changes, reason }: Pick<Proposed, 'changes' | 'reason'>): string {
  return digestOfCall(PROPOSE_CHANGES.name, JSON.stringify({ changes, reason }));
}

/** `user:<id>` and `token:<id>` without the kind, as callers are known everywhere else. */
export function personOf(participant: string): string {
  return participant.slice(participant.indexOf(':') + 1);
}
