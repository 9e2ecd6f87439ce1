import { AIError } from '../errors/errors.ts';
import { errorFromFailure } from '../errors/from-failure.ts';
import type { FailureContext } from '../errors/from-response.ts';
import type { CallSpan, ModelPrice } from '../interface/client-options.ts';
import type { RequestEvent, RequestStatus, UsageEvent } from '../interface/events.ts';
import type { ProviderOptions, RequestOptions } from '../interface/options.ts';
import type { AIWarning, TokenUsage } from '../interface/responses.ts';
import { positive } from '../limits/ceilings.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { Deadline } from '../transport/deadline.ts';
import type { HttpClient } from '../transport/http.ts';
import { CallSpending, type WorstCost } from './call-spending.ts';
import type { ProviderSettings } from './settings.ts';
import { recordMetrics } from './metrics.ts';
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
  /** Secrets of this call, apart from its headers. */
  secrets?: () => readonly string[];
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
  /** By how much the settings of an account may multiply the price; 1 if an option of the call decides. */
  accountFactor = 1;
  /** The authentication headers, if they are created for each call. */
  authorization: Record<string, string> | undefined;
  #started = performance.now();
  #span: CallSpan | undefined;
  #tags: Record<string, string> | undefined;
  #over = false;
  /** Whether the usage is that of an incomplete answer. */
  #isPartial = false;
  #spending: CallSpending;
  #firstChunk: number | undefined;
  /** The higher of the reported cost and the cost by price, for the limits. */
  #leastCost = 0;

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
      secrets: this.#secrets(),
      texts: this.plan.texts ?? (() => []),
    };
  }

  /** The secrets of the client and of this call, including the values of its headers. */
  #secrets(): readonly string[] {
    const { secrets } = this.settings;
    const own = [
      ...Object.values(this.authorization ?? {}).map(bareToken),
      ...(this.plan.secrets?.() ?? []),
      ...Object.values(this.plan.options?.headers ?? {}).filter((value) => typeof value === 'string'),
    ];
    return own.length === 0 ? secrets : [...own, ...secrets];
  }

  /** The price of a model, if known. */
  price(model: string): ModelPrice | undefined {
    return this.#spending.price(model);
  }

  /** Whether the cost counts against a spending limit. */
  get isLimited(): boolean {
    return this.#spending.isLimited;
  }

  /** Reserves the maximum cost of the next attempt; see {@link CallSpending.reserve}. `options` are those of parts of the call. */
  reserve(model: string, cost: WorstCost, options: readonly (ProviderOptions | undefined)[] = []): Promise<void> {
    const headers = { ...this.settings.options.headers, ...this.plan.options?.headers };
    return this.#spending.reserve(model, cost, this.deadline, [this.plan.options?.providerOptions, ...options], headers);
  }

  /** What the options of the call multiply its price by, once it is reserved. */
  get priceFactor(): number {
    return this.#spending.factor;
  }

  /** Notes the cost that the vendor reports beside the cost by price, for the audit of the limits. */
  noteCosts(model: string, reported: number | undefined, priced: number | undefined): void {
    if (reported === undefined || priced === undefined) return;
    this.#leastCost = Math.max(reported, priced);
    this.#spending.noteDrift(model, reported, priced);
  }

  /**
   * Replaces the reservation by the actual cost. If no answer reports the cost, the reservation counts as spent, unless the provider
   * refused or nothing was sent. If the vendor reports another cost than the price says, the higher one counts. The stores are not waited
   * for.
   */
  settle(error?: AIError): Promise<boolean> | undefined {
    if (!this.#spending.isHolding) return undefined;
    const actualCost = this.#isPartial ? undefined : this.usage?.cost;
    const isRefused = this.attempts === 0 || isRefusal(error?.status ?? 0);
    const cost = actualCost === undefined ? undefined : Math.max(actualCost, this.#leastCost);
    this.#leastCost = 0;
    return this.#spending.settle(cost ?? (isRefused ? 0 : undefined));
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
    const stopped = this.deadline.error(this.settings.kind);
    if (stopped !== undefined) return stopped;
    const error = errorFromFailure(failure, this.failure);
    // A vendor's package that fails on the shape of an answer does so with an error of the language.
    const isForeign =
      error.code === 'UNKNOWN_ERROR' && failure instanceof TypeError && this.attempts > 0 && this.settings.kind !== 'custom';
    return isForeign ? unreadableResponse(this.settings.kind) : error;
  }

  /** Notes that the first piece of a stream has arrived; later ones change nothing. */
  noteChunk(): void {
    this.#firstChunk ??= performance.now() - this.#started;
  }

  /** Ends a successful call and reports its usage. */
  succeed(): void {
    if (this.#over) return;
    this.#settleAndReport();
    this.#emitRequest('succeeded');
  }

  /** Ends a failed call and returns the error to throw. */
  fail(failure: unknown): AIError {
    const error = this.toError(failure);
    if (this.#over) return error;
    // An answer was billed, even if processing it failed here.
    this.#notePartialUsage();
    this.#settleAndReport(error);
    this.#emitRequest(this.#statusOf(error), error);
    return error;
  }

  /** Ends a stream that its reader left: the known usage is still reported. */
  leave(): void {
    if (this.#over) return;
    this.#notePartialUsage();
    this.#settleAndReport();
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

  /** Settles, without waiting for the stores, and reports the usage; a settlement that is given up later is reported too. */
  #settleAndReport(error?: AIError): void {
    const settling = this.settle(error);
    const isSuccess = error === undefined && !this.#isPartial;
    if (isSuccess || this.usage !== undefined) this.#emitUsage(settling === undefined ? undefined : 'pending');
    void settling?.then((isSettled) => {
      if (!isSettled) this.#emitUsage('failed');
    });
  }

  #emitUsage(settlement?: UsageEvent['settlement']): void {
    const { onUsage } = this.settings.options;
    if (onUsage === undefined || this.plan.silent || (this.plan.usageAs === false && settlement !== 'failed')) return;
    const tags = this.plan.usageTags === undefined ? this.#tags : { ...this.plan.usageTags, ...this.#tags };
    try {
      onUsage({
        provider: this.settings.kind,
        model: this.model,
        operation: this.plan.usageAs || this.plan.operation,
        ...(this.usage === undefined ? {} : { usage: this.usage }),
        duration: performance.now() - this.#started,
        timestamp: new Date(),
        ...(settlement === undefined ? {} : { settlement }),
        ...(tags === undefined ? {} : { tags }),
      });
    } catch {
      // A callback must not change the result of a call.
    }
  }

  #emitRequest(status: RequestStatus, error?: AIError): void {
    this.#over = true;
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
    // What was refused here was no operation of the provider.
    if (this.attempts > 0 && !this.plan.silent) {
      recordMetrics(this.settings, {
        operation: this.plan.operation,
        requestedModel: this.requestedModel,
        model: this.model,
        duration: performance.now() - this.#started,
        firstChunk: this.#firstChunk,
        usage: this.usage,
        errorCode: error?.code,
      });
    }
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

function unreadableResponse(provider: string): AIError {
  return new AIError(`${provider}: the response could not be parsed.`, { code: 'INVALID_RESPONSE', provider });
}

/** The token of a header, which may be echoed without its scheme. */
function bareToken(header: string): string {
  return header.slice(header.lastIndexOf(' ') + 1);
}

/** What a gateway answers when the vendor behind it has not: that one may go on, and bill the call. */
const TIMEOUTS_OF_GATEWAYS: ReadonlySet<number> = new Set([408, 502, 504, 520, 521, 522, 523, 524]);

/** Whether a status says that the vendor refused the call, and bills nothing. */
function isRefusal(status: number): boolean {
  return status >= 400 && !TIMEOUTS_OF_GATEWAYS.has(status);
}
