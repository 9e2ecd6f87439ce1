import { AIError, invalidInput } from '../errors/errors.ts';
import { PacingCoordinator } from '../pacing/coordinator.ts';
import { SpendingLimit } from '../pricing/spending-limit.ts';
import { SharedTable } from '../pacing/shared.ts';
import { sleep } from '../transport/deadline.ts';
import { Call, type CallPlan } from './call.ts';
import { checkProviderOptions } from './check-provider-options.ts';
import { checkCallOptionNames } from './option-names.ts';
import type { ProviderSettings } from './settings.ts';

const coordinators = new SharedTable<PacingCoordinator>();

/**
 * Runs one operation from validation to its closing event: validate, wait for a turn if pacing is on, send, retry if the client requested
 * retries, report.
 *
 * @throws AIError always; nothing else escapes.
 */
export async function runCall<T>(settings: ProviderSettings, plan: CallPlan, work: (call: Call) => Promise<T>): Promise<T> {
  const call = new Call(settings, plan);
  try {
    // Everything that can be rejected locally is rejected before anything is sent.
    validate(call);
    call.signal.throwIfAborted();
    const result = await runPaced(call, () => withRetries(call, work));
    call.succeed();
    return result;
  } catch (failure) {
    throw call.fail(failure);
  }
}

/** Runs the checks of a call. If a check itself throws, the input is malformed. */
export function validate(call: Call): void {
  try {
    checkCallOptionNames(call.plan.operation, call.plan.options);
    checkProviderOptions(call.plan.options?.providerOptions, call.settings, invalidInput);
    const { spending } = call.plan.options ?? {};
    if (spending !== undefined && !(spending instanceof SpendingLimit))
      throw invalidInput('spending must be the result of createSpendingLimit.');
    call.plan.validate?.(call);
  } catch (failure) {
    if (AIError.isInstance(failure)) throw failure;
    throw invalidInput(`The arguments of ${call.plan.operation} could not be read. Check their shape.`, call.settings.kind);
  }
}

async function runPaced<T>(call: Call, work: () => Promise<T>): Promise<T> {
  const { pacing, budgetKey, kind } = call.settings;
  if (pacing === undefined || call.plan.paced === false) return work();
  const coordinator = coordinators.get(budgetKey, () => new PacingCoordinator());
  const settings = call.plan.repeatable === false ? { ...pacing, maxAttempts: 1 } : pacing;
  return coordinator.run(work, settings, call.deadline, kind);
}

/** Sends, and retries up to `maxRetries` times. With pacing on, pacing handles rate limits. */
export async function withRetries<T>(call: Call, work: (call: Call) => Promise<T>): Promise<T> {
  const retries = call.plan.repeatable === false ? 0 : call.settings.ceilings.maxRetries;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call.deadline.race(work(call));
    } catch (failure) {
      const error = call.toError(failure);
      void call.settle(error);
      const leftToPacing = call.settings.pacing !== undefined && call.plan.paced !== false && error.code === 'RATE_LIMIT';
      const doubtful = call.plan.repeatOn === 'rate-limit' && error.code !== 'RATE_LIMIT';
      if (!error.retryable || doubtful || leftToPacing || attempt >= retries || call.deadline.stopped !== undefined) throw error;
      const delay =
        error.retryAfter === undefined ? Math.min(8000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2) : error.retryAfter * 1000;
      if (delay >= call.deadline.remaining) throw error;
      await sleep(delay, call.signal);
    }
  }
}
