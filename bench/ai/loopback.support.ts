import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A server that responds like OpenAI, in a separate process, so that its work is not counted as a client's. */
export async function startVendor(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./vendor-process.support.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())));
  return { url, stop: () => void child.kill() };
}

/** Runs the contenders in turn, so that noise of the machine affects all equally; returns the p50 of each in ms. */
export async function race(
  contenders: Record<string, () => Promise<unknown>>,
  rounds: number,
  warmUp = 150,
): Promise<Record<string, number>> {
  const times = await raceAll(contenders, rounds, warmUp);
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** The same, with the time of each run in ms. */
export async function raceAll(
  contenders: Record<string, () => Promise<unknown>>,
  rounds: number,
  warmUp = 150,
): Promise<Record<string, number[]>> {
  const entries = Object.entries(contenders);
  for (let round = 0; round < warmUp; round += 1) for (const [, run] of entries) await run();
  const times = new Map(entries.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with a different one, so that none always runs after the same neighbour.
    for (let step = 0; step < entries.length; step += 1) {
      const [name, run] = entries[(round + step) % entries.length] as (typeof entries)[number];
      const begin = performance.now();
      await run();
      times.get(name)?.push(performance.now() - begin);
    }
  }
  return Object.fromEntries(times);
}

/** The median of a list of numbers. */
export function median(list: readonly number[]): number {
  return percentile(list, 0.5);
}

/** The percentile of a list of numbers. */
export function percentile(list: readonly number[], share: number): number {
  return list.toSorted((one, other) => one - other)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN;
}

/** Prints a table with each time as a ratio of some others. */
export function printRatios(title: string, times: Record<string, number>, ours: string): void {
  console.log(`\n${title}\n`);
  console.log('| contender | p50 | ours is |');
  console.log('|---|--:|--:|');
  for (const [name, time] of Object.entries(times)) {
    console.log(`| ${name} | ${time.toFixed(3)} ms | ${name === ours ? '' : `${((times[ours] ?? Number.NaN) / time).toFixed(2)}×`} |`);
  }
}
