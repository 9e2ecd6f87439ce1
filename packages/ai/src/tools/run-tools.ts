import { AIError, invalidInput } from '../errors/errors.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import type { ChatOptions, ObjectOf } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, StreamEvent, TokenUsage } from '../interface/responses.ts';
import { defaultLimits, positive } from '../limits/ceilings.ts';
import { createSpendingLimit } from '../pricing/spending-limit.ts';
import { checkNames, type Names } from '../provider/check-names.ts';
import { settingsByProvider } from '../provider/settings.ts';
import { inSpan } from '../provider/spans.ts';
import { readCalls } from '../text/to-prompt.ts';
import { LONGEST_TIMER } from '../transport/deadline.ts';
import { addUsage } from '../text/usage.ts';
import { answerCalls, type ApprovalRequest } from './answer-calls.ts';
import { toDefinition, type Tool } from './tool.ts';

const DEFAULT_STEPS = 10;
const budgetNames: Names<ToolBudget> = { maxTokens: true, maxCost: true };

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
  /** The most answers requested. Default 10. */
  maxSteps?: number;
  budget?: ToolBudget;
  /** Milliseconds for the whole loop, including tools. Default: only the timeout of each call. */
  timeout?: number;
  /** Decides on a call whose tool needs approval. Without it, the loop stops and waits for `approvals`. */
  approve?: (request: ApprovalRequest) => boolean | Promise<boolean>;
  /** Decisions on calls that an earlier run left waiting, by call id. */
  approvals?: Readonly<Record<string, boolean>>;
  /** Called with every event of each answer, as it arrives. */
  onEvent?: (event: StreamEvent) => void;
  /** Called with each complete answer. */
  onStep?: (response: AIResponse) => void;
}

/** The outcome of a loop. */
export type RunToolsStatus = 'completed' | 'awaiting-approval' | 'step-limit' | 'budget';

/** The result of {@link runTools}. */
export interface RunToolsResult<ObjectType = unknown> {
  /** `completed`: the model answered without calling another tool. */
  status: RunToolsStatus;
  /** The last answer; absent if no request was made. */
  response?: AIResponse<ObjectType>;
  /** The whole conversation, ready to be continued: plain JSON. */
  messages: Message[];
  /** Each answer, in order. */
  steps: AIResponse[];
  /** The total usage. */
  usage?: TokenUsage;
  /** Calls that wait for a decision. */
  pending: ToolCall[];
}

/**
 * Lets a model call tools until it has its answer: each call is validated and run, and its result is sent back.
 *
 * Errors inside a tool, and invalid arguments, are reported to the model, which may try again; errors of the provider are thrown. The loop
 * stops at `maxSteps` and before a step that exceeds the budget. A call whose tool needs approval waits: run the loop again with the
 * returned messages and `approvals`, in this process or another.
 *
 * @example
 * const { response } = await runTools(ai, [{ role: 'user', content: 'When is the harbour open?' }], { tools: [hours] });
 */
export async function runTools<const Options extends RunToolsOptions>(
  ai: AIProvider,
  history: readonly Message[],
  options: Options,
): Promise<RunToolsResult<ObjectOf<Options>>> {
  const loop = new ToolLoop(ai, history, options);
  const settings = settingsByProvider.get(ai);
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.provider.name': settings?.row.telemetryName ?? ai.type };
  const result = await inSpan(settings?.options.tracer, 'invoke_agent', attributes, () => loop.run());
  return result as RunToolsResult<ObjectOf<Options>>;
}

class ToolLoop {
  #ai: AIProvider;
  #options: RunToolsOptions;
  #chat: ChatOptions;
  #tools: Map<string, Tool>;
  #messages: Message[];
  #steps: AIResponse[] = [];
  #usage: TokenUsage | undefined;
  #maxSteps: number;
  #maxTokens: number | undefined;
  #until: number | undefined;
  #signal: AbortSignal;

  constructor(ai: AIProvider, history: readonly Message[], options: RunToolsOptions) {
    const { tools, maxSteps, budget, timeout, approve: _approve, approvals: _approvals, onEvent: _event, onStep: _step, ...chat } = options;
    if (!Array.isArray(tools) || tools.length === 0) throw invalidInput('tools must be a list with at least one tool.');
    this.#ai = ai;
    this.#options = options;
    this.#messages = [...history];
    this.#tools = new Map(tools.map((tool: Tool) => [tool.name, tool]));
    checkNames(budget, budgetNames, 'budget.', invalidInput);
    this.#maxSteps = positive('maxSteps', maxSteps, DEFAULT_STEPS, 1);
    this.#maxTokens = budget?.maxTokens === undefined ? undefined : positive('budget.maxTokens', budget.maxTokens, 1, 1);
    this.#until = timeout === undefined ? undefined : Date.now() + positive('timeout', timeout, 1, 1);
    const signals = [chat.signal, timeout === undefined ? undefined : AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER))].filter(
      (one) => one !== undefined,
    );
    this.#signal = AbortSignal.any(signals);
    this.#chat = {
      ...chat,
      tools: tools.map(toDefinition),
      ...(budget?.maxCost === undefined ? {} : { spending: createSpendingLimit({ maxCost: budget.maxCost }) }),
    };
  }

  async run(): Promise<RunToolsResult> {
    for (;;) {
      const open = unanswered(this.#messages);
      if (open.length > 0) {
        const { results, waiting } = await answerCalls(
          open,
          this.#tools,
          this.#options,
          this.#signal,
          settingsByProvider.get(this.#ai)?.options.tracer,
        );
        this.#messages.push(...results);
        if (waiting.length > 0) return this.#end('awaiting-approval', waiting);
      }
      if (this.#steps.length >= this.#maxSteps) return this.#end('step-limit');
      const maxTokens = await this.#affordable();
      if (maxTokens !== undefined && maxTokens < 1) return this.#end('budget');
      const response = await this.#ask(maxTokens);
      if (response === undefined) return this.#end('budget');
      this.#steps.push(response);
      this.#messages.push(response.message);
      this.#usage = addUsage(this.#usage, response.usage);
      quietly(() => this.#options.onStep?.(response));
      if (response.toolCalls === undefined || response.toolCalls.length === 0) return this.#end('completed');
      // Calls requested in the last step are left to the caller, who may continue.
      if (this.#steps.length >= this.#maxSteps) return this.#end('step-limit', response.toolCalls);
    }
  }

  /** The output that the budget allows for the next step; `undefined` without a budget. */
  async #affordable(): Promise<number | undefined> {
    if (this.#maxTokens === undefined) return undefined;
    const text = JSON.stringify([this.#messages, this.#chat.tools]);
    // The estimate is accurate to about 25%.
    const input = Math.ceil((await this.#ai.countTokens(text)) * 1.25);
    const left = this.#maxTokens - (this.#usage?.totalTokens ?? 0) - input;
    const ceiling = settingsByProvider.get(this.#ai)?.ceilings.maxOutputTokens ?? defaultLimits.maxOutputTokens;
    return Math.min(left, this.#chat.maxTokens ?? ceiling);
  }

  async #ask(maxTokens: number | undefined): Promise<AIResponse | undefined> {
    const remaining = this.#until === undefined ? undefined : this.#until - Date.now();
    if (remaining !== undefined && remaining <= 0) {
      throw new AIError(`${this.#ai.type}: the tool loop was not complete within its timeout.`, {
        code: 'AI_TIMEOUT',
        provider: this.#ai.type,
        retryable: true,
      });
    }
    const call: ChatOptions = {
      ...this.#chat,
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(remaining === undefined ? {} : { timeout: remaining }),
    };
    const { onEvent } = this.#options;
    try {
      if (onEvent === undefined) return await this.#ai.chat(this.#messages, call);
      const stream = this.#ai.stream(this.#messages, call);
      for await (const event of stream.events()) quietly(() => onEvent(event));
      return await stream.response;
    } catch (error) {
      // The completed steps are returned instead of being lost.
      if (AIError.isInstance(error) && error.code === 'SPENDING_LIMIT_EXCEEDED' && this.#chat.spending !== undefined) return undefined;
      throw error;
    }
  }

  #end(status: RunToolsStatus, pending: readonly ToolCall[] = []): RunToolsResult {
    const response = this.#steps.at(-1);
    return {
      status,
      messages: this.#messages,
      steps: this.#steps,
      pending: [...pending],
      ...(response === undefined ? {} : { response }),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    };
  }
}

/** The calls of the last answer that have no result yet. */
function unanswered(messages: readonly Message[]): ToolCall[] {
  const last = messages.findLastIndex((message) => message?.role === 'assistant');
  const message = messages[last];
  if (message === undefined) return [];
  const answeredIds = new Set(messages.slice(last + 1).map((result) => result.toolCallId ?? result.tool_call_id));
  return readCalls(message).filter((call) => !answeredIds.has(call.id));
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A callback must not change the result of a loop.
  }
}
