import { expect, it } from 'vitest';

it('fails, so that the run must fail', () => {
  expect(1).toBe(2);
});
