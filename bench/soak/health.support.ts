import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;

/** How long `/healthz` took since the last time this was asked, in whole milliseconds. */
export interface HealthTimes {
  readonly p50: number;
  readonly p999: number;
  readonly longest: number;
}

/** Asks `/healthz` all the time, each time on its own, until it is stopped. */
export function sampleHealth(url: string): { take(): HealthTimes; stop(): Promise<void> } {
  let times: number[] = [];
  let isGoing = true;
  const sampling = (async () => {
    while (isGoing) {
      const began = performance.now();
      const answer = await fetch(`${url}/healthz`);
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      await delay(EVERY_MS);
    }
  })();
  return {
    take() {
      const sorted = times.toSorted((one, other) => one - other);
      times = [];
      const at = (part: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
      return { p50: at(0.5), p999: at(0.999), longest: at(1) };
    },
    async stop() {
      isGoing = false;
      await sampling;
    },
  };
}
