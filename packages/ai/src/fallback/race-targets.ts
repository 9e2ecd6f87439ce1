import { AIError } from '../errors/errors.ts';

/** One attempt with one provider of a chain. */
export interface Attempt {
  index: number;
  /** Milliseconds; `undefined`: the provider's own timeout. */
  timeout: number | undefined;
  /** Aborts when another provider was faster; `undefined` if the caller's own signal suffices. */
  signal: AbortSignal | undefined;
}

/** How the providers of a chain are tried. */
export interface RacePlan<T> {
  /** The providers to try, in order; at least one. */
  order: readonly number[];
  /** The end of the whole chain, in milliseconds since 1970. */
  until: number;
  /** Milliseconds after which the next provider is asked although the last one may still answer. */
  hedgeAfter: number | undefined;
  timeoutOf: (index: number, isFirst: boolean) => number | undefined;
  work: (attempt: Attempt) => Promise<T>;
  may: (error: AIError) => boolean;
  onOutcome: (index: number, outcome: 'succeeded' | 'left' | AIError) => void;
}

/**
 * Asks providers one after the other until one answers: the next one after a failure that allows it, and with `hedgeAfter` also after a
 * time without an answer. The first answer wins, and the other requests are aborted.
 */
export function raceTargets<T>(plan: RacePlan<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const running = new Map<number, AbortController>();
  let next = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    for (const [index, controller] of running) {
      plan.onOutcome(index, 'left');
      controller.abort();
    }
  };
  const failed = (index: number, error: unknown): void => {
    running.delete(index);
    if (isOver) return;
    const isOurs = AIError.isInstance(error);
    plan.onOutcome(index, isOurs ? error : 'left');
    const goesOn = isOurs && plan.may(error) && Date.now() < plan.until;
    if (goesOn && next < plan.order.length) {
      start();
    } else if (!goesOn || running.size === 0) {
      end();
      reject(error as Error);
    }
  };
  const start = (): void => {
    clearTimeout(timer);
    const index = plan.order[next] as number;
    const isFirst = next === 0;
    next += 1;
    const controller = new AbortController();
    running.set(index, controller);
    const signal = plan.hedgeAfter === undefined ? undefined : controller.signal;
    plan.work({ index, timeout: plan.timeoutOf(index, isFirst), signal }).then(
      (value) => {
        running.delete(index);
        if (isOver) return;
        plan.onOutcome(index, 'succeeded');
        end();
        resolve(value);
      },
      (error: unknown) => failed(index, error),
    );
    if (plan.hedgeAfter !== undefined && next < plan.order.length) timer = setTimeout(start, plan.hedgeAfter);
  };
  start();
  return promise;
}
