import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sendTogether } from './send-together.ts';

describe('responses that are ready in the same turn of the event loop', () => {
  it('are sent together when it ends, in the order in which they became ready', async () => {
    const sent: string[] = [];
    const handle = sendTogether(async (name: string) => new Response(name));
    const responses = ['first', 'second', 'third'].map(async (name) => {
      await handle(name);
      sent.push(name);
    });
    await Promise.resolve();
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    expect(sent).toEqual([]);
    await immediate();
    expect(sent).toEqual(['first', 'second', 'third']);
    await Promise.all(responses);
  });

  it('are sent sixteen at a time', async () => {
    const sent: number[] = [];
    const handle = sendTogether((index: number) => new Response(String(index)));
    const responses = Array.from({ length: 40 }, async (_, index) => {
      await handle(index);
      sent.push(index);
    });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(sent).toHaveLength(32);
    await Promise.all(responses);
    expect(sent).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });
});

it('sends a response without waiting for others that are not ready', async () => {
  const handle = sendTogether(async (milliseconds: number) => {
    await delay(milliseconds);
    return new Response(String(milliseconds));
  });
  const slow = handle(1000);
  const began = performance.now();
  expect(await (await handle(1)).text()).toBe('1');
  expect(performance.now() - began).toBeLessThan(900);
  expect(await (await slow).text()).toBe('1000');
});

it('passes an error on, and the responses beside it are sent', async () => {
  const handle = sendTogether((fails: boolean) => (fails ? Promise.reject(new Error('fails')) : new Response('ok')));
  const [failed, succeeded] = await Promise.allSettled([handle(true), handle(false)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('fails') });
  expect(succeeded.status).toBe('fulfilled');
});
