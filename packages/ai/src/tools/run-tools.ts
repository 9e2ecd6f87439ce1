import { AIError, invalidInput } from '../errors/errors.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import type { ChatOptions, ObjectOf } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse } from '../interface/responses.ts';
import { defaultLimits, positive } from '../limits/ceilings.ts';
import { createSpendingLimit, type SpendingLimit } from '../pricing/spending-limit.ts';
import { checkNames, type Names } from '../errors/check-names.ts';
import { settingsByProvider } from '../provider/settings.ts';
import { inSpan } from '../provider/spans.ts';
import { LONGEST_TIMER } from '../transport/deadline.ts';
import { addUsage } from '../messages/usage.ts';
import { answerCalls, type ToolAction } from './answer-calls.ts';
import { createMemoryApprovalStore } from './approval-store.ts';
import type { PendingApproval } from './approval.ts';
import { readTools } from './check-tools.ts';
import { readLoopState, unanswered, type ToolLoopState } from './loop-state.ts';
import { Permissions } from './permissions.ts';
import type { RunToolsOptions, RunToolsResult, RunToolsStatus, ToolBudget } from './run-tools-options.ts';
import { toDefinition } from './tool.ts';
import type { Tool } from './tool-type.ts';

const DEFAULT_STEPS = 10;
const DAY = 86_400_000;
/** Used approvals of loops without a store of their own: a cache for this process. */
const processStore = createMemoryApprovalStore();
const budgetNames: Names<ToolBudget> = { maxTokens: true, maxCost: true };

/**
 * Lets a model call tools until it has its answer: each call is validated and run, and its result is sent back.
 *
 * Errors inside a tool, and invalid arguments, are reported to the model, which may try again; errors of the provider are thrown. The loop
 * stops at `maxSteps` and before a step that exceeds the budget. A call whose tool needs approval waits: decide on `state.waiting` and run
 * the loop again with the returned `state` and `approvals`, in this process or another.
 *
 * @example
 * const { response } = await runTools(ai, [{ role: 'user', content: 'When is the harbour open?' }], { tools: [hours] });
 */
export async function runTools<const Options extends RunToolsOptions>(
  ai: AIProvider,
  history: readonly Message[] | ToolLoopState,
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
  #state: ToolLoopState;
  #permissions: Permissions;
  #steps: AIResponse[] = [];
  #maxSteps: number;
  #maxTokens: number | undefined;
  #spending: SpendingLimit | undefined;
  #until: number | undefined;
  #signal: AbortSignal;

  constructor(ai: AIProvider, history: readonly Message[] | ToolLoopState, options: RunToolsOptions) {
    const { tools, maxSteps, budget, timeout, pause: _pause, approve, approvals, approvalStore, approvalLifetime, ...rest } = options;
    const { conversation, requestedFor, onEvent: _event, onStep: _step, onAction: _action, ...chat } = rest;
    this.#tools = readTools(tools, chat.serverTools !== undefined);
    this.#ai = ai;
    this.#options = options;
    this.#state = readLoopState(history, conversation, requestedFor);
    checkNames(budget, budgetNames, 'budget.', invalidInput);
    this.#maxSteps = positive('maxSteps', maxSteps, DEFAULT_STEPS, 1);
    this.#maxTokens = budget?.maxTokens === undefined ? undefined : positive('budget.maxTokens', budget.maxTokens, 1, 1);
    this.#until = timeout === undefined ? undefined : Date.now() + positive('timeout', timeout, 1, 1);
    const signals = [chat.signal, timeout === undefined ? undefined : AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER))].filter(
      (one) => one !== undefined,
    );
    this.#signal = AbortSignal.any(signals);
    this.#spending = budget?.maxCost === undefined ? undefined : remainingBudget(budget.maxCost, this.#state.spent);
    this.#chat = {
      ...chat,
      tools: tools.map(toDefinition),
      ...(this.#spending === undefined ? {} : { spending: this.#spending }),
    };
    this.#permissions = new Permissions(
      {
        approve,
        approvals,
        store: approvalStore ?? processStore,
        conversation: this.#state.conversation,
        requestedFor: this.#state.requestedFor,
        lifetime: positive('approvalLifetime', approvalLifetime, DAY, 1),
      },
      unanswered(this.#state.messages),
    );
  }

  async run(): Promise<RunToolsResult> {
    const state = this.#state;
    for (;;) {
      const open = unanswered(state.messages);
      if (open.length > 0) {
        const { results, waiting } = await answerCalls(open, {
          tools: this.#tools,
          permissions: this.#permissions,
          signal: this.#signal,
          tracer: settingsByProvider.get(this.#ai)?.options.tracer,
          act: (action) => this.#act(action),
        });
        state.messages.push(...results);
        if (waiting.length > 0) return this.#wait(waiting);
      }
      state.waiting = [];
      this.#permissions.close();
      if (state.steps >= this.#maxSteps) return this.#end('step-limit');
      if (this.#options.pause?.aborted === true) return this.#end('paused');
      const maxTokens = await this.#affordable();
      if (maxTokens !== undefined && maxTokens < 1) return this.#end('budget');
      const response = await this.#ask(maxTokens);
      if (response === undefined) return this.#end('budget');
      this.#steps.push(response);
      state.steps += 1;
      state.messages.push(response.message);
      const usage = addUsage(state.usage, response.usage);
      if (usage !== undefined) state.usage = usage;
      quietly(() => this.#options.onStep?.(response));
      // The vendor interrupted its own tools, and continues when it gets its turn back.
      if (response.finishReason === 'paused' && response.toolCalls === undefined) continue;
      if (response.toolCalls === undefined || response.toolCalls.length === 0) return this.#end('completed');
      // Calls requested in the last step are left to the caller, who may continue.
      if (state.steps >= this.#maxSteps) return this.#end('step-limit', response.toolCalls);
    }
  }

  async #act(action: ToolAction): Promise<void> {
    this.#state.actions.push(action);
    await this.#options.onAction?.(action);
  }

  /** Ends the run with a request for each call that waits; a request that is still valid stays as it was shown. */
  async #wait(calls: readonly ToolCall[]): Promise<RunToolsResult> {
    const earlier = this.#state.waiting;
    const waiting = async (call: ToolCall): Promise<PendingApproval> =>
      (await this.#permissions.stillWaiting(call, earlier)) ?? this.#permissions.request(call);
    this.#state.waiting = await Promise.all(calls.map(waiting));
    return this.#end('awaiting-approval', calls);
  }

  /** The output that the budget allows for the next step; `undefined` without a budget. */
  async #affordable(): Promise<number | undefined> {
    if (this.#maxTokens === undefined) return undefined;
    const text = JSON.stringify([this.#state.messages, this.#chat.tools]);
    // The estimate is accurate to about 25%.
    const input = Math.ceil((await this.#ai.countTokens(text)) * 1.25);
    const left = this.#maxTokens - (this.#state.usage?.totalTokens ?? 0) - input;
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
      if (onEvent === undefined) return await this.#ai.chat(this.#state.messages, call);
      const stream = this.#ai.stream(this.#state.messages, call);
      for await (const event of stream.events()) quietly(() => onEvent(event));
      return await stream.response;
    } catch (error) {
      // The completed steps are returned instead of being lost.
      if (AIError.isInstance(error) && error.code === 'SPENDING_LIMIT_EXCEEDED' && this.#chat.spending !== undefined) return undefined;
      throw error;
    }
  }

  async #end(status: RunToolsStatus, pending: readonly ToolCall[] = []): Promise<RunToolsResult> {
    const response = this.#steps.at(-1);
    const state = this.#state;
    if (this.#spending !== undefined) {
      const { spent, reserved } = await this.#spending.status();
      state.spent = (state.spent ?? 0) + spent + reserved;
    }
    return {
      status,
      messages: state.messages,
      steps: this.#steps,
      pending: [...pending],
      state,
      approvalProblems: this.#permissions.problems,
      ...(response === undefined ? {} : { response }),
      ...(state.usage === undefined ? {} : { usage: state.usage }),
    };
  }
}

function remainingBudget(maxCost: number, spent = 0): SpendingLimit {
  // An invalid maxCost is reported by the limit itself.
  return createSpendingLimit({ maxCost: maxCost >= 0 ? Math.max(0, maxCost - spent) : maxCost });
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A callback must not change the result of a loop.
  }
}
