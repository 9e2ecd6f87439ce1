import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { onFirstUse } from './on-first-use.ts';

describe('what is made on first use', () => {
  it('is made once, for all who ask while it is made and after', async () => {
    let made = 0;
    const use = onFirstUse(async () => {
      await delay(5);
      return { number: (made += 1) };
    });
    expect(made).toBe(0);
    const [one, other] = await Promise.all([use(), use()]);
    expect(one).toBe(other);
    expect(await use()).toBe(one);
    expect(made).toBe(1);
  });

  it('is tried again after it failed, and whoever asked is told why', async () => {
    let tries = 0;
    const use = onFirstUse(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the file is gone');
      return 'made';
    });
    const both = await Promise.allSettled([use(), use()]);
    expect(both.map((each) => each.status === 'rejected' && (each.reason as Error).message)).toEqual([
      'the file is gone',
      'the file is gone',
    ]);
    expect(await use()).toBe('made');
    expect(tries).toBe(2);
  });
});
