import type { Call } from '../callers/call.ts';
import type { Agent } from '../callers/caller.ts';
import { ApprovalRequiredError } from '../errors/approval-required-error.ts';
import { ColophonError } from '../errors/colophon-error.ts';
import type { Database } from '../storage/database.ts';
import { hasTable } from '../storage/migrations/has-table.ts';
import { ApprovalDeclinedError } from './approval-declined-error.ts';
import { addPendingCall, usePendingCall } from './decide-call.ts';
import { digestOfCall } from './digest-of-call.ts';
import { type PendingCall, PendingCalls } from './pending-call.ts';

/** A call of a tool by an agent. */
export interface AgentCall {
  readonly tool: string;
  /** As JSON. */
  readonly input: string;
  readonly collection: string;
  readonly targetKey?: string | undefined;
  readonly expectedRev?: number | undefined;
  readonly summary: string;
}

/** How many calls of one agent wait for a person at once. */
const MOST_WAITING = 20;

/**
 * Returns the approval of a call that needs one, and uses it: for the same agent, person, tenant and arguments, once among all processes. If
 * there is none, the call waits for its person from now on; making it again then changes nothing.
 *
 * @throws ApprovalRequiredError if the call waits, ApprovalDeclinedError if the person declined it, ColophonError 429 `too_many_waiting`
 */
export async function approvalOf(database: Database, made: AgentCall, agent: Agent, call: Call): Promise<string> {
  if (!(await hasTable(database, PendingCalls.objectClass.definition.table))) throw new ApprovalRequiredError();
  const inputDigest = digestOfCall(made.tool, made.input);
  const outcome = await database.transaction(async () => {
    // The same call, made twice at once, waits once.
    await database.lock(`approvals ${agent.grantId}`);
    const found = await findCall(database, { made, inputDigest, agent, call });
    if (found?.state !== 'approved') return found ?? (await hold(database, { made, inputDigest, agent, call }));
    return (await usePendingCall(database, found.id, { inputDigest, decision: 'approved' }, call))
      ? found.id
      : hold(database, { made, inputDigest, agent, call });
  });
  if (typeof outcome === 'string') return outcome;
  if (outcome.state === 'declined') throw new ApprovalDeclinedError(outcome);
  throw new ApprovalRequiredError({ approvalId: outcome.id, expiresAt: outcome.expiresAt });
}

interface Asked {
  readonly made: AgentCall;
  readonly inputDigest: string;
  readonly agent: Agent;
  readonly call: Call;
}

/** The latest one that was not used and has not expired. One that was declined is not asked about again until then. */
async function findCall(database: Database, { made, inputDigest, agent, call }: Asked): Promise<PendingCall | undefined> {
  const { id: userId, tenantId } = call.caller;
  const where = {
    origin: 'mcp',
    grantId: agent.grantId,
    inputDigest,
    operation: made.tool,
    userId,
    tenantId: tenantId ?? { null: true },
    state: { in: ['waiting', 'approved', 'declined'] },
    expiresAt: { gt: call.now().toISOString() },
  };
  return (await new PendingCalls(database).list({ where: where as never, orderBy: '-created_at', limit: 1 }))[0];
}

async function hold(database: Database, { made, inputDigest, agent, call }: Asked): Promise<PendingCall> {
  const waiting = { origin: 'mcp', grantId: agent.grantId, state: 'waiting', expiresAt: { gt: call.now().toISOString() } };
  if ((await new PendingCalls(database).count({ where: waiting as never })) >= MOST_WAITING)
    throw new ColophonError(429, 'too_many_waiting', `${MOST_WAITING} calls of this agent wait for the person already.`, {
      hint: 'Ask the person to decide on them first.',
      headers: { 'Retry-After': '60' },
    });
  const { tool: operation, ...given } = made;
  return addPendingCall(
    database,
    {
      ...given,
      origin: 'mcp',
      operation,
      inputDigest,
      userId: call.caller.id ?? undefined,
      agentId: agent.clientId,
      agentName: agent.name.slice(0, 200),
      agentHost: agent.verifiedHost ?? undefined,
      grantId: agent.grantId,
      tenantId: call.caller.tenantId,
    },
    call,
  );
}

/**
 * Ends what waits for a person, or was approved and not used, of an agent whose permission ends: what it is granted later must not revive it.
 * Call it in the transaction that ends the permission.
 */
export async function endCallsOfGrant(database: Database, grantId: string, call: Call): Promise<void> {
  if (!(await hasTable(database, PendingCalls.objectClass.definition.table))) return;
  const calls = new PendingCalls(database, call);
  for (;;) {
    const open = await calls.list({ where: { grantId, state: { in: ['waiting', 'approved'] } } as never, limit: 100 });
    for (const { id } of open) await calls.update(id, { state: 'expired', problem: 'grant_ended' });
    if (open.length === 0) return;
  }
}
