import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, withFallback, type AIOptions, type RequestEvent } from '../src/index.ts';
import { PacingCoordinator } from '../src/pacing/coordinator.ts';
import { RateLimitError } from '../src/errors/errors.ts';
import { Deadline } from '../src/transport/deadline.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
let vendor: LoopbackVendor;
let other: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
  other = await LoopbackVendor.start(openaiWire);
});
afterAll(async () => {
  await vendor.close();
  await other.close();
});
beforeEach(() => {
  vendor.reset();
  other.reset();
});

const openai = (at: LoopbackVendor, options: AIOptions = {}) =>
  getAI({ type: 'openai', apiKey: 'test-key', baseUrl: at.url, ...options }, {});

describe('callers of one client', () => {
  it('share the search for a model, but not the deadline of the first caller', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: typeof globalThis.fetch = async (input, init) => {
      if (new Request(input).url.endsWith('/models')) await held;
      return fetch(input, init);
    };
    const events: RequestEvent[] = [];
    const ai = await getAI({ type: 'litellm', baseUrl: vendor.url, fetch: slow, onRequest: (event) => void events.push(event) }, {});
    const hurried = ai.chat(ask, { timeout: 30 });
    const patient = ai.chat(ask);
    await expect(hurried).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    release();
    expect((await patient).content).toBe(ANSWER);
    expect(vendor.requests.filter((request) => request.path.endsWith('/models'))).toHaveLength(1);
    expect(events.map((event) => event.operation)).toEqual(['chat', 'chat']);
  });

  it('share a delayed poll, but not the deadline of the first caller', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: typeof globalThis.fetch = async () => {
      await held;
      return Response.json({ status: 'generating' });
    };
    const ai = await getAI({ type: 'seevio', apiKey: 'test-key', fetch: slow }, {});
    const handle = { jobId: 'task-shared', provider: 'video-task-b', model: 'seedance-2-5', createdAt: '' };
    const hurried = ai.getVideoGenerationJob(handle, { timeout: 30 });
    const patient = ai.getVideoGenerationJob(handle);
    await expect(hurried).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    release();
    expect(await patient).toMatchObject({ status: 'running' });
  });
});

describe('a retry hint of a year', () => {
  it('delays a paced key for an hour at most, and reports it', async () => {
    const coordinator = new PacingCoordinator();
    const settings = { cooldownMs: 0, initialDelayMs: 10, maxAttempts: 1 };
    const limited = (): Promise<never> => Promise.reject(new RateLimitError('slow', { retryAfter: 31_536_000 }));
    await expect(coordinator.run(limited, settings, new Deadline(1000), 'x')).rejects.toMatchObject({ retryAfter: 31_536_000 });
    const refused = (await coordinator
      .run(async () => 1, settings, new Deadline(1000), 'x')
      .catch((error: unknown) => error)) as RateLimitError;
    expect(refused.retryAfter).toBeLessThanOrEqual(3600);
    expect(refused.message).toContain('longer delays than 3600 s are not applied');
  });
});

describe('a chain of providers', () => {
  it('has one deadline, not one for each', async () => {
    vendor.fault = { kind: 'silent' };
    other.fault = { kind: 'silent' };
    const chain = withFallback([await openai(vendor, { timeout: 100 }), await openai(other, { timeout: 60_000 })]);
    const begin = performance.now();
    await expect(chain.chat(ask)).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(chain.stream(ask).next()).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(performance.now() - begin).toBeLessThan(3000);
    vendor.fault = { kind: 'status', status: 500 };
    const late = chain.chat(ask, { timeout: 600 });
    await expect(late).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(other.requests.length).toBeGreaterThan(0);
    await wait(10);
  });

  it('passes a model’s name only to providers of its kind, and keeps the admin', async () => {
    const gateway = await getAI({ type: 'litellm', baseUrl: other.url, defaultModel: 'own-model', adminPassword: 'secret-password' }, {});
    const chain = withFallback([await openai(vendor), { provider: gateway, model: 'named-model' }]);
    expect(chain.admin).toBe(gateway.admin);
    vendor.fault = { kind: 'status', status: 500 };
    await chain.chat(ask, { model: 'gpt-6-sol' });
    expect(vendor.requests[0]?.json['model']).toBe('gpt-6-sol');
    expect(other.requests[0]?.json['model']).toBe('named-model');
    await withFallback([await openai(vendor), gateway]).chat(ask, { model: 'gpt-6-sol' });
    expect(other.requests[1]?.json['model']).toBe('own-model');
    await withFallback([await openai(vendor), await openai(other)]).chat(ask, { model: 'gpt-6-sol' });
    expect(other.requests[2]?.json['model']).toBe('gpt-6-sol');
  });
});
