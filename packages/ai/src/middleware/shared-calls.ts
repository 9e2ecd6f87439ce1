import { AIError } from '../errors/errors.ts';
import type { AIProvider } from '../interface/provider.ts';
import { defaultLimits } from '../limits/ceilings.ts';
import { settingsByProvider } from '../provider/settings.ts';
import { LONGEST_TIMER, raceAbort } from '../transport/deadline.ts';

/** The part of a call that decides how long it may wait. */
interface WaitingCall {
  provider: AIProvider;
  options: { signal?: AbortSignal; timeout?: number };
}

/**
 * The outcome of waiting: the answer of an equal call, or the call that is to be sent, with the time that is left to it. Then `done` must
 * be called when it has ended, with the answer that the others get; only its first use counts.
 */
type Joined<Call, Answer> = { answer: Answer } | { call: Call; done: (answer: object | undefined) => void };

/**
 * Lets equal calls at the same time share one request: the first sends it, the others wait for its answer. If the first fails, is aborted
 * or gives an answer that is not kept, the next of those that wait sends its own request.
 */
export class SharedCalls {
  #running = new Map<string, { promise: Promise<object | undefined>; finish: (value: object | undefined) => void }>();

  /**
   * Waits for an equal call that is running, or begins this one.
   *
   * @throws AIError `AI_TIMEOUT` if it takes longer than this call may take
   */
  async join<Answer, Call extends WaitingCall>(key: string | undefined, call: Call): Promise<Joined<Call, Answer>> {
    if (key === undefined || !this.#running.has(key)) return { call, done: this.#begin(key) };
    const timeout = timeoutOf(call);
    const until = Date.now() + timeout;
    const { signal } = call.options;
    const expiry = AbortSignal.timeout(Math.min(timeout, LONGEST_TIMER));
    const waiting = AbortSignal.any(signal instanceof AbortSignal ? [signal, expiry] : [expiry]);
    for (let running = this.#running.get(key); running !== undefined && !waiting.aborted; running = this.#running.get(key)) {
      const value = await raceAbort(running.promise, waiting).catch(() => undefined);
      if (value !== undefined) return { answer: structuredClone(value) as Answer };
    }
    const left = until - Date.now();
    // A timer may fire a millisecond early.
    if ((!expiry.aborted && left >= 1) || signal?.aborted === true) {
      return { call: { ...call, options: { ...call.options, timeout: Math.max(1, left) } }, done: this.#begin(key) };
    }
    const { type } = call.provider;
    throw new AIError(`${type}: no complete answer within ${timeout} ms.`, { code: 'AI_TIMEOUT', provider: type, retryable: true });
  }

  #begin(key: string | undefined): (value: object | undefined) => void {
    if (key === undefined || this.#running.has(key)) return () => undefined;
    const { promise, resolve } = Promise.withResolvers<object | undefined>();
    const finish = (value: object | undefined): void => {
      if (this.#running.get(key)?.finish === finish) this.#running.delete(key);
      resolve(value);
    };
    this.#running.set(key, { promise, finish });
    return finish;
  }
}

/** How long a call may take. An invalid time is rejected by the provider. */
function timeoutOf({ provider, options }: WaitingCall): number {
  const own = options?.timeout;
  if (typeof own === 'number' && own >= 1) return own;
  return settingsByProvider.get(provider)?.ceilings.timeout ?? defaultLimits.timeout;
}
