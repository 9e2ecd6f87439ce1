import { z } from 'zod';
import type { Call } from '../callers/call.ts';
import { ColophonError } from '../errors/colophon-error.ts';
import { ConflictError, ForbiddenError } from '../errors/errors.ts';
import { datetime } from '../fields/datetime.ts';
import { json, type JsonObject } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import type { SaveContext } from '../objects/hooks.ts';
import { object } from '../objects/object.ts';
import { both, type Filter, where } from '../queries/filter.ts';
import type { Operations } from '../registry/operation-options.ts';
import { recordOutput } from '../registry/outputs.ts';
import { signal } from '../signals/signal.ts';
import { type CallDecision, decideWaiting } from './decide-waiting.ts';

/** The topic of the signals that a call waits or was decided on, with its id. */
export const DECISIONS = 'approvals';

const OFFERED = ['argumentsAction', 'approveAction', 'declineAction'] as const;

const ArgumentsAnswer = z.object({ arguments: z.record(z.string(), z.unknown()).describe('As the agent sent them.') });

const DeclineInput = z.strictObject({ reason: z.string().max(500).optional().describe('What the agent is told.') });
type DeclineInput = z.infer<typeof DeclineInput>;

/** Where a call comes from: the assistant of an application, or a client of its MCP endpoint. */
export const CALL_ORIGINS = ['assistant', 'mcp'] as const;
export type CallOrigin = (typeof CALL_ORIGINS)[number];

/** `waiting` until a person decides; `running` from the moment that its approval was used, so that it is used once. */
export const CALL_STATES = ['waiting', 'approved', 'running', 'done', 'declined', 'expired', 'failed'] as const;
export type CallState = (typeof CALL_STATES)[number];

/**
 * A call of a tool by a program that waits for a person, and what became of it: which tool, with which arguments, for whom, and on whose
 * decision it ran. The audit log has an entry of each change of it.
 */
export class PendingCall extends object(
  {
    origin: text({ values: CALL_ORIGINS, required: true, readOnly: true }),
    operation: text({ required: true, maxLength: 200, readOnly: true, description: 'The tool that is called.' }),
    inputDigest: text({
      required: true,
      maxLength: 64,
      readOnly: true,
      description: 'SHA-256 of the name of the tool and its arguments: an approval holds for these arguments only.',
    }),
    input: text({ private: true, personal: true, description: 'The arguments as JSON; erased seven days after the decision.' }),
    targetKey: text({ maxLength: 250, readOnly: true, description: 'The record that it would change.' }),
    expectedRev: integer({ minimum: 1, readOnly: true, description: 'The revision of that record which the program knew.' }),
    summary: text({ default: '', maxLength: 500, readOnly: true, description: 'What it would do, without its texts.' }),
    conversation: text({ maxLength: 250, readOnly: true, description: 'The conversation in which it was made.' }),
    callId: text({ maxLength: 250, readOnly: true, description: 'The id that the model gave it, which may repeat.' }),
    userId: text({ maxLength: 250, readOnly: true, description: 'The person or token for whom the program acts.' }),
    agentId: text({ maxLength: 2000, readOnly: true, description: 'The program: the model of an assistant, the client of an endpoint.' }),
    agentName: text({ maxLength: 200, readOnly: true, description: 'What the program calls itself.' }),
    agentHost: text({
      maxLength: 250,
      readOnly: true,
      description: 'The host that vouches for the program; null if it registered itself.',
    }),
    grantId: text({ maxLength: 250, readOnly: true, description: 'The permission by which the program acts for the person.' }),
    collection: text({ maxLength: 200, readOnly: true, description: 'Where the record is, as in the addresses of the API.' }),
    state: text({ values: CALL_STATES, default: 'waiting', readOnly: true }),
    expiresAt: datetime({ required: true, readOnly: true, description: 'The call is never run on a decision that is used later.' }),
    decidedBy: text({ maxLength: 250, readOnly: true, description: 'The person or token who decided.' }),
    decidedAt: datetime({ readOnly: true }),
    reason: text({ maxLength: 500, readOnly: true, personal: true, description: 'Why the person declined; the program is told.' }),
    usedAt: datetime({ readOnly: true, description: 'When the decision was used: it is used once.' }),
    result: json({ readOnly: true, description: 'What the call did, without its texts.' }),
    problem: text({ maxLength: 100, readOnly: true, description: 'Why it was not carried out.' }),
  },
  {
    table: 'pending_calls',
    tenant: true,
    api: { include: ['list', 'get', ...OFFERED] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get', ...OFFERED] },
    access: { read: 'viewer', create: 'nobody', update: 'nobody', delete: 'nobody', visible: visibleTo },
    indexes: [
      ['state', 'expiresAt'],
      ['targetKey', 'operation'],
      ['userId', '-created_at'],
      ['conversation'],
      ['grantId', 'inputDigest', '-created_at'],
    ],
    label: 'Approvals',
    description: 'Calls of tools that need a person: what was asked for, who decided, and what became of it.',
  },
) {
  static readonly operations: Operations<PendingCall> = {
    argumentsAction: {
      method: 'GET',
      path: ['arguments'],
      output: ArgumentsAnswer,
      access: 'viewer',
      description: 'Get the arguments of a call that waits for you, before you decide on it.',
    },
    approveAction: {
      path: ['approve'],
      output: recordOutput(),
      access: 'viewer',
      replay: false,
      description: 'Let the agent make a call, once and with these arguments.',
    },
    declineAction: {
      path: ['decline'],
      input: DeclineInput,
      output: recordOutput(),
      access: 'viewer',
      replay: false,
      description: 'Do not let the agent make a call. It is told why.',
    },
  };

  protected override async afterSave({ database }: SaveContext): Promise<void> {
    signal(database, DECISIONS, this.id);
  }

  /** The arguments, which no list shows. @throws ForbiddenError for agents, ColophonError 410 `arguments_erased` */
  async argumentsAction(call: Call = this.call): Promise<{ readonly arguments: JsonObject }> {
    requirePerson(call);
    if (this.input === null) throw new ColophonError(410, 'arguments_erased', 'The arguments of this call have been erased.');
    const parsed: unknown = JSON.parse(this.input);
    return { arguments: parsed as JsonObject };
  }

  /** Lets the agent make the call. @throws ForbiddenError, ConflictError `call_decided`, `approval_expired`, `decided_in_chat` */
  approveAction(call: Call = this.call): Promise<PendingCall> {
    return this.decide({ decision: 'approved' }, call);
  }

  /** Does not let the agent make the call. @throws as `approveAction` */
  declineAction({ reason }: DeclineInput, call: Call = this.call): Promise<PendingCall> {
    return this.decide({ decision: 'declined', reason }, call);
  }

  private async decide(decision: Omit<CallDecision, 'by'>, call: Call): Promise<PendingCall> {
    const by = requirePerson(call);
    if (this.origin !== 'mcp')
      throw new ConflictError('What the assistant proposes is applied or dismissed in its chat.', { code: 'decided_in_chat' });
    // Nobody approves what they cannot see any more.
    if (this.input === null) throw new ColophonError(410, 'arguments_erased', 'The arguments of this call have been erased.');
    return this.database.transaction(() => decideWaiting(new PendingCalls(this.database, call), this.id, { ...decision, by }, call));
  }
}

/** All of them. */
export class PendingCalls extends collection(PendingCall, { name: 'approvals' }) {}

/**
 * What programs do for a person is theirs to see, and for a program what it asked for itself. Admins see in the audit log what others
 * decided.
 */
function visibleTo({ caller }: Pick<Call, 'caller'>): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  const own = where('userId', 'eq', caller.id ?? '');
  return caller.agent ? both(own, where('grantId', 'eq', caller.agent.grantId)) : own;
}

/** The id of the person who decides. An agent never decides on what agents do. @throws ForbiddenError */
function requirePerson({ caller }: Call): string {
  if (caller.kind === 'user' && caller.id !== null && !caller.agent) return caller.id;
  throw new ForbiddenError('Only the person for whom the call is made decides on it, signed in themselves.');
}
