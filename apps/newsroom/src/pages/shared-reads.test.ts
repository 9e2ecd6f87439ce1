import { expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** A read that ends when it is told to. */
function waiting() {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  let begun = 0;
  return { read: () => ((begun += 1), promise), resolve, reject, begun: () => begun };
}

it('shares a read with those who ask before it has ended, unless something was written since it began', async () => {
  const reads = new SharedReads<string>();
  const [before, after] = [{}, {}];
  const [first, second] = [waiting(), waiting()];
  const asked = [reads.read('/', before, first.read), reads.read('/', before, first.read), reads.read('/', after, second.read)];
  expect([first.begun(), second.begun()]).toEqual([1, 1]);
  first.resolve('old');
  second.resolve('new');
  expect(await Promise.all(asked)).toEqual(['old', 'old', 'new']);
  const again = waiting();
  again.resolve('again');
  expect(await reads.read('/', after, again.read)).toBe('again');
});

it('forgets a read that failed', async () => {
  const reads = new SharedReads<string>();
  const mark = {};
  const failing = waiting();
  const asked = reads.read('/', mark, failing.read);
  failing.reject(new Error('away'));
  await expect(asked).rejects.toThrow('away');
  await expect(reads.read('/', mark, () => Promise.resolve('back'))).resolves.toBe('back');
});
