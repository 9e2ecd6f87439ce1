import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { pause } from './pause.ts';

it('ends when the time has passed, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count += 1) await pause(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('ends when the signal aborts, or has aborted before', async () => {
  const control = new AbortController();
  const pausing = pause(3_600_000, control.signal);
  control.abort();
  await pausing;
  await pause(3_600_000, control.signal);
  expect(getEventListeners(control.signal, 'abort')).toEqual([]);
});
