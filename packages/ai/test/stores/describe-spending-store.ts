import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SpendingStore } from '../../src/index.ts';

const NOW = 1_000_000;
const held = (amount: number, id: string = crypto.randomUUID(), expiresAt = NOW + 1000) => ({ id, amount, expiresAt });
const account = (): string => `account-${crypto.randomUUID()}`;

/** What every store of a spending limit does, whatever it stands on. */
export function describeSpendingStore(name: string, make: () => SpendingStore | Promise<SpendingStore>): void {
  describe(`a spending store ${name}`, () => {
    let store: SpendingStore;
    beforeAll(async () => {
      store = await make();
    });

    it('reserves while the sum fits, settles, and tells both', async () => {
      const key = account();
      expect(await store.read(key, NOW)).toEqual({ spent: 0, reserved: 0 });
      const [one, two] = [held(600), held(400)];
      expect(await store.reserve(key, one, 1000)).toBe(true);
      expect(await store.reserve(key, held(401), 1000)).toBe(false);
      expect(await store.reserve(key, two, 1000)).toBe(true);
      expect(await store.reserve(key, held(1), 1000)).toBe(false);
      expect(await store.read(key, NOW)).toEqual({ spent: 0, reserved: 1000 });
      await store.settle(key, one.id, 50);
      expect(await store.read(key, NOW)).toEqual({ spent: 50, reserved: 400 });
      expect(await store.reserve(key, held(550), 1000)).toBe(true);
      expect(await store.reserve(account(), held(1000), 1000)).toBe(true);
    });

    it('changes nothing when it is told the same twice, or something unknown', async () => {
      const key = account();
      const one = held(600);
      expect(await store.reserve(key, one, 1000)).toBe(true);
      expect(await store.reserve(key, one, 1000)).toBe(true);
      expect(await store.reserve(key, { ...one }, 600)).toBe(true);
      expect(await store.read(key, NOW)).toEqual({ spent: 0, reserved: 600 });
      await store.settle(key, one.id, 70);
      await store.settle(key, one.id, 70);
      await store.settle(key, 'unknown', 70);
      expect(await store.read(key, NOW)).toEqual({ spent: 70, reserved: 0 });
    });

    it('counts a reservation as spent when its lease has ended, and its cost if it is settled after all', async () => {
      const key = account();
      const lost = held(600, undefined, NOW - 1);
      await store.reserve(key, lost, 1000);
      expect(await store.read(key, NOW)).toEqual({ spent: 600, reserved: 0 });
      expect(await store.reserve(key, held(401), 1000)).toBe(false);
      await store.settle(key, lost.id, 10);
      expect(await store.read(key, NOW)).toEqual({ spent: 10, reserved: 0 });
    });

    it('lets no more pass than fit, however many ask at once', async () => {
      const key = account();
      const answers = await Promise.all(Array.from({ length: 40 }, async () => store.reserve(key, held(100), 1000)));
      expect(answers.filter(Boolean)).toHaveLength(10);
      expect(await store.read(key, NOW)).toEqual({ spent: 0, reserved: 1000 });
    });

    it('takes large amounts, and keys with any character', async () => {
      const key = `${account()} 'ö"; DROP TABLE x; -- $1 ?`;
      const large = held(9_000_000_000_000);
      expect(await store.reserve(key, large, 9_000_000_000_001)).toBe(true);
      await store.settle(key, large.id, 8_999_999_999_999);
      expect(await store.read(key, NOW)).toEqual({ spent: 8_999_999_999_999, reserved: 0 });
    });

    it('never exceeds the ceiling, whatever the order of calls', async () => {
      const step = fc.record({ amount: fc.nat(500), settle: fc.boolean(), part: fc.nat(100), ended: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          const key = account();
          const open: { id: string; amount: number }[] = [];
          for (const { amount, settle, part, ended } of steps) {
            const one = held(amount, undefined, ended ? NOW - 1 : NOW + 1);
            if (await store.reserve(key, one, 1000)) open.push(one);
            const first = settle ? open.shift() : undefined;
            if (first !== undefined) await store.settle(key, first.id, Math.floor((first.amount * part) / 100));
            const { spent, reserved } = await store.read(key, NOW);
            if (spent + reserved > 1000 || spent < 0 || reserved < 0) return false;
          }
          return true;
        }),
        { numRuns: 25 },
      );
    });
  });
}
