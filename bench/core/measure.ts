/** Runs the alternatives in turn, five rounds of `rounds` calls, and returns the median microseconds per call. */
export async function measure(alternatives: Record<string, (index: number) => unknown>, calls: number): Promise<Record<string, number>> {
  const taken: Record<string, number[]> = {};
  for (let round = 0; round < 6; round += 1) {
    for (const [name, run] of Object.entries(alternatives)) {
      const start = performance.now();
      for (let index = 0; index < calls; index += 1) await run(index);
      // The first round warms up.
      if (round > 0) (taken[name] ??= []).push(((performance.now() - start) * 1000) / calls);
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([name, times]) => [name, times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0]),
  );
}

export function report(what: string, times: Record<string, number>): void {
  const [[, floor] = ['', 1]] = Object.entries(times);
  const parts = Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(1)} µs (${(time / floor).toFixed(2)}×)`);
  console.log(`${what.padEnd(28)} ${parts.join('   ')}`);
}
