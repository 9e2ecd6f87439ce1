import { expect, it } from 'vitest';
import { ValidationError } from './errors.ts';

const faults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pointer: `/field${index}`, code: 'wrong', detail: 'is wrong' }));

it('names every faulty field', () => {
  const error = ValidationError.of(faults(3));
  expect(error.message).toBe('field0, field1, field2: is wrong');
  expect(error.errors).toHaveLength(3);
});

it('names a hundred of sixty thousand faults: the response must not be longer than the request', () => {
  const error = ValidationError.of(faults(60_000));
  expect(error.errors).toHaveLength(100);
  expect(error.message).toMatch(/^field0, .*field99 and 59900 more: is wrong$/);
});
