import type { AIError } from '../errors/errors.ts';
import { errorFromFailure } from '../errors/from-failure.ts';
import type { FailureContext } from '../errors/from-response.ts';
import type { CallSpan, ModelPrice } from '../interface/client-options.ts';
import type { RequestEvent, RequestStatus } from '../interface/events.ts';
import type { RequestOptions } from '../interface/options.ts';
import type { AIWarning, TokenUsage } from '../interface/responses.ts';
import { positive } from '../limits/ceilings.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { Deadline } from '../transport/deadline.ts';
import type { HttpClient } from '../transport/http.ts';
import { CallSpending } from './call-spending.ts';
import type { ProviderSettings } from './settings.ts';
import { endSpan, startSpan } from './spans.ts';
import { mergeTags } from './tags.ts';

/** The description of a call. */
export interface CallPlan {
  /** The method that was called, for `onRequest`. */
  operation: string;
  /** The operation reported to `onUsage`, if different. `false`: there is no usage event. */
  usageAs?: string | false;
  options?: RequestOptions | undefined;
  model?: string | undefined;
  /** Whether pacing applies if it is on. Default true. */
  paced?: boolean;
  /** Whether `maxRetries` and pacing may send it again. Default true. */
  repeatable?: boolean;
  /** What may be sent again: everything retryable (default), or only calls rejected by a rate limit. */
  repeatOn?: 'retryable' | 'rate-limit';
  /** Validates the input; an error thrown here is a local rejection. */
  validate?: (call: Call) => void;
  /** The caller's texts, for keeping vendors' echoes out of errors. */
  texts?: () => readonly string[];
  /** Whether a 404 means that the model is missing. Default true. */
  namesModel?: boolean;
  /** Whether it is part of another call and emits no events itself. */
  silent?: boolean;
  /** Added to the tags of the usage event. */
  usageTags?: Record<string, string>;
}

/** A running call: its deadline, its usage, and the one event that ends it. */
export class Call {
  readonly plan: CallPlan;
  readonly settings: ProviderSettings;
  readonly deadline: Deadline;
  model: string;
  attempts = 0;
  usage: TokenUsage | undefined;
  generation: GenerationRequest | undefined;
  /** The requested model; the answer may name another. */
  requestedModel = '';
  /** Computes the usage of an abandoned answer, as far as known. */
  partialUsage: (() => TokenUsage | undefined) | undefined;
  /** Settles when the spending limit has recorded the cost of this call. */
  settled: Promise<void> | undefined;
  /** Why the model stopped, once known. */
  finishReason: string | undefined;
  /** The options that could not be passed to the provider. */
  warnings: AIWarning[] = [];
  /** The output ceiling that was sent, once known. */
  sentOutputTokens: number | undefined;
  /** Reads the cost from the headers of a response, for vendors that report it there. */
  readCost: ((headers: Headers) => number | undefined) | undefined;
  /** The cost that the last response reports, in US dollars. */
  reportedCost: number | undefined;
  /** The authentication headers, if they are created for each call. */
  authorization: Record<string, string> | undefined;
  #started = performance.now();
  #span: CallSpan | undefined;
  #tags: Record<string, string> | undefined;
  #over = false;
  /** Whether the usage is that of an incomplete answer. */
  #isPartial = false;
  #spending: CallSpending;

  constructor(settings: ProviderSettings, plan: CallPlan) {
    this.settings = settings;
    this.plan = plan;
    this.model = plan.model ?? '';
    this.#spending = new CallSpending(settings, plan.options?.spending);
    this.#tags = mergeTags(settings.options.usageTags, plan.options?.usageTags, settings.secrets);
    this.#span = plan.silent ? undefined : startSpan(settings, plan);
    this.deadline = this.#open();
  }

  #open(): Deadline {
    try {
      return new Deadline(positive('timeout', this.plan.options?.timeout, this.settings.ceilings.timeout, 1), this.plan.options?.signal);
    } catch (failure) {
      this.#emitRequest('rejected', failure as AIError);
      throw failure;
    }
  }

  get signal(): AbortSignal {
    return this.deadline.signal;
  }

  get failure(): FailureContext {
    return {
      provider: this.settings.kind,
      model: this.plan.namesModel === false ? undefined : this.model || undefined,
      secrets:
        this.authorization === undefined
          ? this.settings.secrets
          : [...Object.values(this.authorization).map(bareToken), ...this.settings.secrets],
      texts: this.plan.texts ?? (() => []),
    };
  }

  /** The price of a model, if known. */
  price(model: string): ModelPrice | undefined {
    return this.#spending.price(model);
  }

  /** Whether the cost counts against a spending limit. */
  get isLimited(): boolean {
    return this.#spending.isLimited;
  }

  /** Reserves the maximum cost of the next attempt; see {@link CallSpending.reserve}. */
  reserve(model: string, cost: (price: ModelPrice) => number | undefined): Promise<void> {
    return this.#spending.reserve(model, cost);
  }

  /**
   * Replaces the reservation by the actual cost. If no answer reports the cost, the reservation counts as spent, unless the provider
   * refused or nothing was sent.
   */
  async settle(error?: AIError): Promise<void> {
    if (!this.#spending.isHolding) return;
    const actualCost = this.#isPartial ? undefined : this.usage?.cost;
    const isRefused = this.attempts === 0 || (error?.status ?? 0) >= 400;
    await this.#spending.settle(actualCost ?? (isRefused ? 0 : undefined));
  }

  /** The headers that the client and the call add to every request; `undefined` if there are none. */
  get headers(): Record<string, string> | undefined {
    const { headers } = this.settings.options;
    const own = this.plan.options?.headers;
    if (headers === undefined && own === undefined) return this.authorization;
    return { ...headers, ...own, ...this.authorization };
  }

  /** A client for our own wires, bound to this call. */
  get http(): HttpClient {
    return {
      fetch: this.settings.fetch,
      maxBytes: this.settings.ceilings.maxResponseBytes,
      onAttempt: () => {
        this.attempts += 1;
      },
      signal: this.signal,
      failure: this.failure,
      ...(this.headers === undefined ? {} : { headers: this.headers }),
    };
  }

  /** Converts anything thrown to the error that the caller sees: a stop takes precedence over the failure itself. */
  toError(failure: unknown): AIError {
    return this.deadline.error(this.settings.kind) ?? errorFromFailure(failure, this.failure);
  }

  /** Ends a successful call and reports its usage. */
  succeed(): void {
    if (this.#over) return;
    this.#emitUsage();
    this.#emitRequest('succeeded');
  }

  /** Ends a failed call and returns the error to throw. */
  fail(failure: unknown): AIError {
    const error = this.toError(failure);
    if (this.#over) return error;
    // An answer was billed, even if processing it failed here.
    this.#notePartialUsage();
    if (this.usage !== undefined) this.#emitUsage();
    this.#emitRequest(this.#statusOf(error), error);
    return error;
  }

  /** Ends a stream that its reader left: the known usage is still reported. */
  leave(): void {
    if (this.#over) return;
    this.#notePartialUsage();
    if (this.usage !== undefined) this.#emitUsage();
    this.#emitRequest('aborted');
  }

  #notePartialUsage(): void {
    if (this.usage !== undefined) return;
    this.usage = this.partialUsage?.();
    this.#isPartial = true;
  }

  #statusOf(error: AIError): RequestStatus {
    if (error.code === 'AI_TIMEOUT') return 'timed_out';
    if (error.code === 'AI_ABORTED') return 'aborted';
    return this.attempts === 0 ? 'rejected' : 'failed';
  }

  #emitUsage(): void {
    const { onUsage } = this.settings.options;
    if (onUsage === undefined || this.plan.usageAs === false || this.plan.silent) return;
    const tags = this.plan.usageTags === undefined ? this.#tags : { ...this.plan.usageTags, ...this.#tags };
    try {
      onUsage({
        provider: this.settings.kind,
        model: this.model,
        operation: this.plan.usageAs ?? this.plan.operation,
        ...(this.usage === undefined ? {} : { usage: this.usage }),
        duration: performance.now() - this.#started,
        timestamp: new Date(),
        ...(tags === undefined ? {} : { tags }),
      });
    } catch {
      // A callback must not change the result of a call.
    }
  }

  #emitRequest(status: RequestStatus, error?: AIError): void {
    this.#over = true;
    if (this.#spending.isHolding) this.settled = this.settle(error);
    // The deadline does not exist yet if the timeout itself was invalid.
    (this.deadline as Deadline | undefined)?.dispose();
    endSpan(this.#span, this.plan, {
      requestedModel: this.requestedModel,
      model: this.model,
      usage: this.usage,
      maxTokens: this.sentOutputTokens ?? this.generation?.outputTokens,
      finishReason: this.finishReason,
      error,
    });
    const { onRequest } = this.settings.options;
    if (onRequest === undefined || this.plan.silent) return;
    try {
      onRequest(this.#event(status, error));
    } catch {
      // A callback must not change the result of a call.
    }
  }

  #event(status: RequestStatus, error: AIError | undefined): RequestEvent {
    const generation = this.generation;
    const options = this.plan.options as { maxTokens?: unknown; reasoning?: { maxTokens?: unknown } } | undefined;
    const requested = generation?.requestedOutputTokens ?? options?.maxTokens;
    const requestedReasoning = generation?.requestedReasoningTokens ?? options?.reasoning?.maxTokens;
    const effective = this.sentOutputTokens ?? generation?.outputTokens;
    return {
      provider: this.settings.kind,
      model: this.model,
      operation: this.plan.operation,
      status,
      attempts: this.attempts,
      ...(typeof requested === 'number' ? { requestedMaxOutputTokens: requested } : {}),
      ...(effective === undefined ? {} : { effectiveMaxOutputTokens: effective }),
      ...(typeof requestedReasoning === 'number' ? { requestedReasoningTokens: requestedReasoning } : {}),
      ...(generation === undefined ? {} : { effectiveReasoningTokens: generation.reasoningTokens }),
      duration: performance.now() - this.#started,
      ...(error === undefined ? {} : { errorCode: error.code }),
      ...(this.#tags === undefined ? {} : { tags: this.#tags }),
    };
  }
}

/** The token of a header, which may be echoed without its scheme. */
function bareToken(header: string): string {
  return header.slice(header.lastIndexOf(' ') + 1);
}
