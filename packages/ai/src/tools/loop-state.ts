import { invalidInput } from '../errors/errors.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import type { TokenUsage } from '../interface/responses.ts';
import { readCalls } from '../text/to-prompt.ts';
import type { ToolAction } from './answer-calls.ts';
import type { PendingApproval } from './approval.ts';

/**
 * A loop that was stopped, to be continued by `runTools` in any process: plain JSON, if the messages are. Its steps, its usage and its cost
 * count against the limits of the continued loop.
 */
export interface ToolLoopState {
  version: 1;
  conversation: string;
  requestedFor?: string;
  messages: Message[];
  /** The number of answers requested so far. */
  steps: number;
  usage?: TokenUsage;
  /** US dollars spent under `budget.maxCost`. */
  spent?: number;
  /** The calls that wait for a decision. */
  waiting: PendingApproval[];
  /** What the tools did so far. */
  actions: ToolAction[];
}

/**
 * Reads what `runTools` was given: a conversation, or a loop to be continued.
 *
 * @throws AIError `INVALID_INPUT` for a state of another version, or with counts that are not numbers
 */
export function readLoopState(
  given: readonly Message[] | ToolLoopState,
  conversation: string | undefined,
  requestedFor: string | undefined,
): ToolLoopState {
  for (const [name, value] of [
    ['conversation', conversation],
    ['requestedFor', requestedFor],
  ] as const) {
    if (value !== undefined && (typeof value !== 'string' || value === '')) throw invalidInput(`${name} must be a non-empty text.`);
  }
  const person = requestedFor === undefined ? {} : { requestedFor };
  if (Array.isArray(given)) {
    const messages = [...(given as readonly Message[])];
    return { version: 1, conversation: conversation ?? crypto.randomUUID(), ...person, messages, steps: 0, waiting: [], actions: [] };
  }
  const state = given as ToolLoopState;
  if (state?.version !== 1 || !Array.isArray(state.messages) || typeof state.conversation !== 'string') {
    throw invalidInput('The first argument must be a list of messages, or the state in the result of runTools.');
  }
  for (const name of ['steps', 'spent'] as const) {
    const value = state[name] ?? 0;
    if (!Number.isFinite(value) || value < 0) throw invalidInput(`${name} of the state must be a number, not below 0.`);
  }
  if (conversation !== undefined && conversation !== state.conversation) throw invalidInput('conversation differs from that of the state.');
  if (requestedFor !== undefined && requestedFor !== state.requestedFor) throw invalidInput('requestedFor differs from that of the state.');
  return { ...state, messages: [...state.messages], waiting: [...(state.waiting ?? [])], actions: [...(state.actions ?? [])] };
}

/** The calls of the last answer that have no result yet. */
export function unanswered(messages: readonly Message[]): ToolCall[] {
  const last = messages.findLastIndex((message) => message?.role === 'assistant');
  const message = messages[last];
  if (message === undefined) return [];
  const answeredIds = new Set(messages.slice(last + 1).map((result) => result.toolCallId ?? result.tool_call_id));
  return readCalls(message).filter((call) => !answeredIds.has(call.id));
}
