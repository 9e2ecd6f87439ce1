import { describe, expect, it } from 'vitest';
import { eachInTurns } from './in-turns.ts';

describe('eachInTurns', () => {
  it('goes through all in order, and lets others in every few milliseconds', async () => {
    const seen: number[] = [];
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    await eachInTurns(
      Array.from({ length: 40 }, (_, index) => index),
      (item, index) => {
        seen.push(item - index);
        const until = performance.now() + 3;
        while (performance.now() < until);
      },
    );
    clearInterval(others);
    expect(seen).toEqual(Array.from({ length: 40 }, () => 0));
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('ends with the first that fails', async () => {
    const seen: number[] = [];
    const failing = eachInTurns([1, 2, 3], async (item) => {
      seen.push(item);
      if (item === 2) throw new Error('two');
    });
    await expect(failing).rejects.toThrow('two');
    expect(seen).toEqual([1, 2]);
  });
});
