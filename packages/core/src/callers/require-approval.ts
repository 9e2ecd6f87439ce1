import { ApprovalRequiredError } from '../errors/approval-required-error.ts';
import type { Call } from './call.ts';

/**
 * Requires that the person has approved a call of their agent, if they want to be asked before calls of this kind. Callers who are no agents
 * decide by making the call.
 *
 * @param kind `destructive` for what deletes, publishes, sends mail or changes who may do what; `writes` for every other write
 * @throws ApprovalRequiredError if nobody has approved it; the MCP endpoint then records that it waits
 */
export function requireApproval(
  { caller: { agent }, approvalId }: Pick<Call, 'approvalId' | 'caller'>,
  kind: 'destructive' | 'writes',
): void {
  if (!agent || approvalId !== undefined || agent.ask === 'never') return;
  if (kind === 'destructive' || agent.ask === 'writes') throw new ApprovalRequiredError();
}
