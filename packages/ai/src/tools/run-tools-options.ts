import type { Message, ToolCall } from '../interface/messages.ts';
import type { ChatOptions } from '../interface/options.ts';
import type { AIResponse, StreamEvent, TokenUsage } from '../interface/responses.ts';
import type { ToolAction } from './answer-calls.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { Approval } from './approval.ts';
import type { ToolLoopState } from './loop-state.ts';
import type { ApprovalAnswer, ApprovalProblem, ApprovalRequest } from './permissions.ts';
import type { Tool } from './tool-type.ts';

/** The budget of all steps of a loop together. */
export interface ToolBudget {
  /** Input and output tokens together. */
  maxTokens?: number;
  /** US dollars; requires the prices of the models that answer. */
  maxCost?: number;
}

/** Options of {@link runTools}: those of `chat`, for every step, and those of the loop. */
export interface RunToolsOptions extends Omit<ChatOptions, 'tools' | 'n' | 'onProgress' | 'spending'> {
  tools: readonly Tool[];
  /** The most answers requested, including those before the loop was continued. Default 10. */
  maxSteps?: number;
  budget?: ToolBudget;
  /** Milliseconds for the whole loop, including tools. Default: only the timeout of each call. */
  timeout?: number;
  /** Stops the loop before its next request, with the status `paused` and everything done so far; `signal` stops it at once. */
  pause?: AbortSignal;
  /** Decides on a call whose tool needs approval. Without it, the loop stops and waits for `approvals`. */
  approve?: (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>;
  /**
   * Decisions on calls that an earlier run left waiting: records (see {@link decideApproval}), or `true` and `false` by the id of the call.
   * They apply only to the calls that wait when this run begins. A record is also bound to the name, the arguments and the conversation,
   * expires, and is used once.
   */
  approvals?: readonly Approval[] | Readonly<Record<string, boolean>>;
  /** Keeps waiting calls and used approvals. Default: the memory of this process. */
  approvalStore?: ApprovalStore;
  /** Milliseconds for which a request for approval is valid. Default: a day. */
  approvalLifetime?: number;
  /** Names the conversation to which approvals are bound. Default: random, or that of the state which is continued. */
  conversation?: string;
  /** On whose behalf the tools act; approvals are bound to it. */
  requestedFor?: string;
  /** Called with every event of each answer, as it arrives. */
  onEvent?: (event: StreamEvent) => void;
  /** Called with each complete answer. */
  onStep?: (response: AIResponse) => void;
  /** Called, and awaited, with each action of a tool when it is over: for a log that must hold even if the loop then fails. */
  onAction?: (action: ToolAction) => void | Promise<void>;
}

/** The outcome of a loop. */
export type RunToolsStatus = 'completed' | 'awaiting-approval' | 'step-limit' | 'budget' | 'paused';

/** The result of {@link runTools}. */
export interface RunToolsResult<ObjectType = unknown> {
  /** `completed`: the model answered without calling another tool. */
  status: RunToolsStatus;
  /** The last answer; absent if no request was made. */
  response?: AIResponse<ObjectType>;
  /** The whole conversation, ready to be continued: plain JSON. */
  messages: Message[];
  /** Each answer of this run, in order. */
  steps: AIResponse[];
  /** The total usage. */
  usage?: TokenUsage;
  /** Calls that wait for a decision, or were left by a limit. */
  pending: ToolCall[];
  /** The loop itself, to be stored and continued in any process: `runTools(ai, state, options)`. */
  state: ToolLoopState;
  /** Decisions that let nothing run, and why. */
  approvalProblems: ApprovalProblem[];
}
