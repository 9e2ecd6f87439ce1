import { type AgentCall, approvalOf, endPendingCall } from '../../approvals/index.ts';
import type { Call } from '../../callers/call.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import { ForbiddenError } from '../../errors/errors.ts';
import type { JsonObject } from '../../fields/json.ts';
import type { Answer } from '../../operations/answer.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Database } from '../../storage/database.ts';
import { IDEMPOTENCY_ARGUMENT, toolName } from './tools.ts';

/** A call of a tool as a person decides on it. What only says how it is sent is not part of it. */
export function agentCall(
  operation: Operation,
  input: unknown,
  { key, expectedRev }: { readonly key?: string | undefined; readonly expectedRev?: number | undefined },
): AgentCall {
  const { [IDEMPOTENCY_ARGUMENT]: _, ...given } = input as Readonly<Record<string, unknown>>;
  return {
    tool: toolName(operation),
    input: JSON.stringify(given),
    collection: operation.resource.slug,
    targetKey: key,
    expectedRev,
    summary: operation.description.slice(0, 500),
  };
}

/**
 * Runs a call of an agent on the approval of its person, which is used before it runs: once, whatever becomes of it. The call has passed every
 * other check before, and passes them again.
 *
 * @throws as `approvalOf`, and as the call
 */
export async function runApproved(database: Database, made: AgentCall, call: Call, run: (call: Call) => Promise<Answer>): Promise<Answer> {
  const { agent } = call.caller;
  if (!agent) throw new ForbiddenError('Only calls of agents are approved.');
  const approvalId = await approvalOf(database, made, agent, call);
  try {
    const answer = await run({ ...call, approvalId });
    await endPendingCall(database, approvalId, { state: 'done', result: outcomeOf(answer) }, call);
    return answer;
  } catch (error) {
    const problem = error instanceof ColophonError ? error.code : 'internal';
    await endPendingCall(database, approvalId, { state: 'failed', problem }, call);
    throw error;
  }
}

/** What a call did, without its texts. */
function outcomeOf({ rev, createdKey, createdIn, accepted }: Answer): JsonObject {
  return {
    ...(rev === undefined ? {} : { rev }),
    ...(createdKey === undefined ? {} : { createdKey }),
    ...(createdIn === undefined ? {} : { createdIn }),
    ...(accepted ? { accepted } : {}),
  };
}
