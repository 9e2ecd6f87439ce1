import { describe, expect, it } from 'vitest';
import { pinnedLookup } from './dispatcher.ts';

describe('the pinned look-up', () => {
  it('answers the address that was checked, whatever name is asked and however', () => {
    const lookup = pinnedLookup('93.184.215.14');
    const answers: unknown[] = [];
    lookup('rebound.example', { all: true }, (...answer) => answers.push(answer));
    lookup('localhost', { family: 6 }, (...answer) => answers.push(answer));
    expect(answers).toEqual([
      [null, [{ address: '93.184.215.14', family: 4 }]],
      [null, '93.184.215.14', 4],
    ]);
  });
});
