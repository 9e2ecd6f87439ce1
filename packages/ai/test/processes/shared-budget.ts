import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PriceTable, SpendingState, SpendingStore } from '../../src/index.ts';
import { LoopbackVendor, type Recorded } from '../loopback/server.ts';
import { openaiWire } from '../loopback/wires.ts';

/** A dollar for a thousand tokens. */
export const budgetPrices: PriceTable = {
  'gpt-6-luna': { inputPerMillion: 1000, outputPerMillion: 1000 },
  'text-embedding-3-small': { inputPerMillion: 1000, outputPerMillion: 0 },
};

/** More than any call of `spend.ts` reserves, in millionths of a dollar: its tokens are bytes, at most a few hundred. */
export const LARGEST_RESERVATION = 300_000;

/** The outcome of a run, in US dollars. */
export interface BudgetRun {
  /** What the vendor bills: every request that reached it, by the usage that it reports. */
  billed: number;
  /** What the store counts in the end. */
  state: SpendingState;
  calls: number;
  refused: number;
  /** Codes of errors other than refusals and lost connections. */
  failures: string[];
  kills: number;
}

/**
 * Four processes make mixed calls against one limit in one database, and some of them are killed while they do; each killed process is
 * replaced by one that makes the remaining calls. The vendor bills every request that reaches it, whether or not anybody reads the answer.
 */
export async function runSharedBudget(options: {
  database: string;
  store: SpendingStore;
  maxCost: number;
  calls: number;
  kills: number;
}): Promise<BudgetRun> {
  let billed = 0;
  const vendor = await LoopbackVendor.start((request) => {
    billed += costOf(request);
    return openaiWire(request);
  });
  const outcomes: string[] = [];
  const running = new Set<ChildProcess>();
  const script = fileURLToPath(new URL('spend.ts', import.meta.url));
  let killed = 0;

  const runOne = async (calls: number): Promise<void> => {
    let left = calls;
    while (left > 0) {
      const process_ = spawn(
        process.execPath,
        [
          '--conditions=@colophon/source',
          '--disable-warning=ExperimentalWarning',
          script,
          vendor.url,
          options.database,
          String(options.maxCost),
          String(left),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      running.add(process_);
      for await (const line of createInterface({ input: process_.stdout })) {
        outcomes.push(line);
        left -= 1;
      }
      running.delete(process_);
    }
  };
  const killSome = async (): Promise<void> => {
    while (killed < options.kills) {
      // Spread over the run: after each part of the calls, one of the processes that has begun.
      const due = ((killed + 1) * options.calls) / (options.kills + 2);
      while (outcomes.length < due) await wait(5);
      const victim = [...running][killed % Math.max(1, running.size)];
      if (victim?.pid === undefined || victim.exitCode !== null || victim.signalCode !== null) await wait(5);
      else if (victim.kill('SIGKILL')) killed += 1;
    }
  };
  try {
    const each = Math.ceil(options.calls / 4);
    await Promise.all([...Array.from({ length: 4 }, () => runOne(each)), killSome()]);
    const state = await options.store.read('default', Date.now());
    const refused = outcomes.filter((outcome) => outcome === 'SPENDING_LIMIT_EXCEEDED').length;
    // A busy machine may lose a connection that is kept alive; such a call counts as spent.
    const expected = new Set(['ok', 'SPENDING_LIMIT_EXCEEDED', 'NETWORK_ERROR']);
    const failures = outcomes.filter((outcome) => !expected.has(outcome));
    return { billed, state, calls: outcomes.length, refused, failures, kills: killed };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await vendor.close();
  }
}

/** What the loopback vendor bills for a request: the usage that it reports, at the prices above. */
function costOf(request: Recorded): number {
  return request.path.endsWith('/embeddings') ? 0.004 : 0.018;
}
