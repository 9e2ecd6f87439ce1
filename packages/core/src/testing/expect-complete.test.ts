import { expect, it } from 'vitest';
import { expectComplete } from './expect-complete.ts';

const failing = (...args: Parameters<typeof expectComplete>) => expect(() => expectComplete(...args));

it('accepts lists that agree, in any order, and exemptions with a reason', () => {
  expectComplete('the docs', ['a', 'b'], new Set(['b', 'a']));
  expectComplete('the docs', ['a', 'b'], ['a', 'c'], { b: 'is internal', c: 'is read elsewhere' });
});

it('names everything missing and everything too much at once', () => {
  failing('the docs', ['a', 'z', 'b'], ['a', 'c']).toThrow(/^the docs lacks: b, z\nthe docs has too much: c$/);
});

it('refuses an exemption that is not needed: both lists have the name, or neither does', () => {
  failing('the docs', ['a'], ['a'], { a: 'is internal', gone: 'was internal' }).toThrow(
    /^the docs: exempt but needs no exemption: a, gone$/,
  );
});

it('refuses an exemption without a reason', () => {
  failing('the docs', ['a', 'b'], ['a'], { b: ' ' }).toThrow(/^the docs: exempt without a reason: b$/);
});

it('refuses an empty list of what is wanted', () => {
  failing('the docs', [], []).toThrow('the docs: nothing is wanted');
});
