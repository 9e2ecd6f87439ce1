import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { where } from '../queries/filter.ts';

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
    agentId: text({ maxLength: 250, readOnly: true, description: 'The program: the model of an assistant, the client of an endpoint.' }),
    state: text({ values: CALL_STATES, default: 'waiting', readOnly: true }),
    expiresAt: datetime({ required: true, readOnly: true, description: 'The call is never run on a decision that is used later.' }),
    decidedBy: text({ maxLength: 250, readOnly: true, description: 'The person or token who decided.' }),
    decidedAt: datetime({ readOnly: true }),
    usedAt: datetime({ readOnly: true, description: 'When the decision was used: it is used once.' }),
    result: json({ readOnly: true, description: 'What the call did, without its texts.' }),
    problem: text({ maxLength: 100, readOnly: true, description: 'Why it was not carried out.' }),
  },
  {
    table: 'pending_calls',
    tenant: true,
    api: { include: ['list', 'get'] },
    mcp: false,
    cli: { include: ['list', 'get'] },
    access: {
      read: 'viewer',
      create: 'nobody',
      update: 'nobody',
      delete: 'nobody',
      // What a program does for a person is theirs to see; admins see it in the audit log.
      visible: ({ caller }) => (caller.kind === 'system' ? undefined : where('userId', 'eq', caller.id ?? '')),
    },
    indexes: [['state', 'expiresAt'], ['targetKey', 'operation'], ['userId', '-created_at'], ['conversation']],
    label: 'Pending calls',
    description: 'Calls of tools that need a person: what was asked for, who decided, and what became of it.',
  },
) {}

/** All of them. */
export class PendingCalls extends collection(PendingCall) {}
