import { expect, it } from 'vitest';
import { MessageInput } from './chat-inputs.ts';

const MANY = Array.from({ length: 300_000 }, () => ({}));

it.each([
  ['a field that there is not', { formFields: { unknown: MANY } }, true],
  ['tags', { formFields: { tags: MANY } }, false],
  ['a title', { formFields: { title: 'x'.repeat(1_000_000) } }, false],
  ['references', { referenceIds: MANY }, false],
])('reads a message in a moment, whatever is sent as %s', (_, more, isTaken) => {
  const started = performance.now();
  expect(MessageInput.safeParse({ threadId: 'a', content: 'Hello', ...more }).success).toBe(isTaken);
  expect(performance.now() - started).toBeLessThan(500);
});
