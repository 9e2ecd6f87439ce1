import { type AIError, invalidInput } from '../errors/errors.ts';
import type { ChatOptions, RequestOptions } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIStream } from '../interface/responses.ts';
import { defaultLimits, positive } from '../limits/ceilings.ts';
import { checkNames, type Names } from '../errors/check-names.ts';
import { settingsByProvider } from '../provider/settings.ts';
import { Circuit, orderOf, type CircuitOptions } from './circuit.ts';
import { FallbackStream } from './fallback-stream.ts';
import { raceTargets } from './race-targets.ts';

/** How a chain falls back. */
export interface FallbackOptions {
  /** When the next provider is tried. Default: see {@link withFallback}. */
  shouldFallBack?: (error: AIError) => boolean;
  /** Milliseconds for each provider; of a stream, until its first event. Default: each its own timeout, within that of the chain. */
  targetTimeout?: number;
  /**
   * Milliseconds after which `chat`, `message`, `complete`, `embed` and `rerank` also ask the next provider; the first answer wins and the
   * other request is aborted. Both may be billed, and both are reserved under a spending limit. Default: never.
   */
  hedgeAfter?: number;
  /** Leaves out a provider that fails again and again, or whose rate limit is reached, for a time. Default: none is left out. */
  circuit?: CircuitOptions;
}

/** A provider of a chain, optionally with the model to use and its own `targetTimeout`. */
export type FallbackTarget = AIProvider | { provider: AIProvider; model?: string; timeout?: number };

const names: Names<FallbackOptions> = { shouldFallBack: true, targetTimeout: true, hedgeAfter: true, circuit: true };
const circuitNames: Names<CircuitOptions> = { failures: true, cooldownMs: true };
const DEFAULT_FAILURES = 5;
const DEFAULT_COOLDOWN = 30_000;

interface Target {
  provider: AIProvider;
  model: string | undefined;
  /** Milliseconds; `undefined`: the provider's own timeout. */
  limit: number | undefined;
  circuit: Circuit | undefined;
}

/** The providers of a chain with their circuits, and how calls go through it. */
export class FallbackChain {
  readonly first: AIProvider;
  readonly providers: readonly AIProvider[];
  readonly #targets: readonly Target[];
  readonly #decide: (error: AIError) => boolean;
  readonly #hedgeAfter: number | undefined;

  constructor(targets: readonly FallbackTarget[], options: FallbackOptions) {
    checkNames(options, names, '', invalidInput);
    checkNames(options.circuit, circuitNames, 'circuit.', invalidInput);
    const { circuit, hedgeAfter, targetTimeout } = options;
    const failures = positive('circuit.failures', circuit?.failures, DEFAULT_FAILURES, 1);
    const cooldownMs = positive('circuit.cooldownMs', circuit?.cooldownMs, DEFAULT_COOLDOWN, 1);
    this.#hedgeAfter = hedgeAfter === undefined ? undefined : positive('hedgeAfter', hedgeAfter, 1, 1);
    this.#decide = options.shouldFallBack ?? mayAnswerElsewhere;
    const common = targetTimeout === undefined ? undefined : positive('targetTimeout', targetTimeout, 1, 1);
    this.#targets = targets.map((target, index) => {
      const { provider, model, timeout } = 'provider' in target ? target : { provider: target, model: undefined, timeout: undefined };
      const limit = timeout === undefined ? common : positive(`targets[${index}].timeout`, timeout, 1, 1);
      return { provider, model, limit, circuit: circuit === undefined ? undefined : new Circuit({ failures, cooldownMs }) };
    });
    this.providers = this.#targets.map(({ provider }) => provider);
    const [first] = this.providers;
    if (first === undefined) throw invalidInput('withFallback needs at least one provider.');
    this.first = first;
  }

  /** Asks one provider after the other; `may` overrides when the next is asked. */
  run<T, Options extends RequestOptions>(
    call: Options | undefined,
    work: (provider: AIProvider, call: Options) => Promise<T>,
    may: (error: AIError) => boolean = this.#decide,
    hedgeAfter?: number,
  ): Promise<T> {
    const { order, until } = this.#begin(call);
    return raceTargets({
      order,
      until,
      hedgeAfter,
      may,
      onOutcome: (index, outcome) => this.#note(index, outcome),
      timeoutOf: (index, isFirst) => this.#timeoutOf(index, isFirst, call, until),
      work: async ({ index, timeout, signal }) => {
        const signals = [signal, call?.signal].filter((one) => one !== undefined);
        const own = {
          ...(timeout === undefined ? {} : { timeout }),
          ...(signal === undefined ? {} : { signal: AbortSignal.any(signals) }),
        };
        return work(this.providers[index] as AIProvider, this.#optionsFor(index, call, own));
      },
    });
  }

  /** The same for operations that may be asked of two providers at once. */
  hedged<T, Options extends RequestOptions>(
    call: Options | undefined,
    work: (provider: AIProvider, call: Options) => Promise<T>,
  ): Promise<T> {
    return this.run(call, work, this.#decide, this.#hedgeAfter);
  }

  stream(messages: Parameters<AIProvider['stream']>[0], call: ChatOptions | undefined): AIStream {
    const { order, until } = this.#begin(call);
    return new FallbackStream({
      count: order.length,
      open: (position) => {
        const index = order[position] as number;
        // The time of a provider ends with its first event; that of the chain does not.
        const timeout = position === 0 ? call?.timeout : Math.max(1, until - Date.now());
        return (this.providers[index] as AIProvider).stream(
          messages,
          this.#optionsFor(index, call, timeout === undefined ? {} : { timeout }),
        );
      },
      begin: (position) => {
        const target = this.#targets[order[position] as number];
        target?.circuit?.begin();
        return target?.limit;
      },
      may: (error) => this.#decide(error) && Date.now() < until,
      onOutcome: (position, outcome) => this.#note(order[position] as number, outcome),
    });
  }

  #begin(call: RequestOptions | undefined): { order: number[]; until: number } {
    const now = Date.now();
    return {
      order: orderOf(
        this.#targets.map(({ circuit }) => circuit),
        now,
      ),
      until: now + this.#totalTime(call),
    };
  }

  #totalTime(call: RequestOptions | undefined): number {
    return call?.timeout ?? settingsByProvider.get(this.first)?.ceilings.timeout ?? defaultLimits.timeout;
  }

  /** The first provider uses its own timeout; the next ones get the remaining time. */
  #timeoutOf(index: number, isFirst: boolean, call: RequestOptions | undefined, until: number): number | undefined {
    const target = this.#targets[index];
    target?.circuit?.begin();
    const remaining = isFirst ? call?.timeout : Math.max(1, until - Date.now());
    return target?.limit === undefined ? remaining : Math.min(target.limit, remaining ?? this.#totalTime(call));
  }

  #note(index: number, outcome: 'succeeded' | 'left' | AIError): void {
    const circuit = this.#targets[index]?.circuit;
    if (outcome === 'succeeded') circuit?.succeed();
    // A refusal by this library, or of the content, says nothing about the provider.
    else if (outcome === 'left' || !mayAnswerElsewhere(outcome)) circuit?.release();
    else circuit?.fail(outcome, Date.now());
  }

  #optionsFor<Options extends RequestOptions>(index: number, call: Options | undefined, own: Partial<RequestOptions>): Options {
    const { model: requestedModel, ...otherOptions } = (call ?? {}) as RequestOptions;
    const target = this.#targets[index] as Target;
    const model = target.model ?? (target.provider.type === this.first.type ? requestedModel : undefined);
    return { ...otherOptions, ...(model === undefined ? {} : { model }), ...own } as Options;
  }
}

/** Whether another provider may succeed where one failed in this way. */
function mayAnswerElsewhere(error: AIError): boolean {
  if (error.code === 'AI_ABORTED') return false;
  const elsewhere = [
    'AUTH_ERROR',
    'FORBIDDEN',
    'MODEL_NOT_FOUND',
    'NOT_IMPLEMENTED',
    'QUOTA_EXHAUSTED',
    'INSUFFICIENT_CREDITS',
    'MISSING_PACKAGE',
  ];
  return error.retryable || elsewhere.includes(error.code) || error.code === 'CLI_NOT_FOUND';
}
