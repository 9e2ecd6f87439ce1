import { describe, expect, it } from 'vitest';
import { pinnedLookup } from './dispatcher.ts';

describe('the pinned lookup', () => {
  it('returns the checked address for any name and options', () => {
    const lookup = pinnedLookup('93.184.215.14');
    const answers: unknown[] = [];
    lookup('rebound.example', { all: true }, (...args) => answers.push(args));
    lookup('localhost', { family: 6 }, (...args) => answers.push(args));
    expect(answers).toEqual([
      [null, [{ address: '93.184.215.14', family: 4 }]],
      [null, '93.184.215.14', 4],
    ]);
  });
});
