import { metrics } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type Meter, type MetricAttributes } from '../src/index.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'A secret prompt' }] as const;
interface Measurement {
  name: string;
  value: number;
  attributes: MetricAttributes;
}
let vendor: LoopbackVendor;
let measured: Measurement[];
let created: { name: string; unit: string; boundaries: number[] }[];
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  measured = [];
  created = [];
});
const recording = (): Meter => ({
  createHistogram(name, { unit, advice }) {
    created.push({ name, unit, boundaries: advice.explicitBucketBoundaries });
    return { record: (value, attributes = {}) => void measured.push({ name, value, attributes }) };
  },
});
const client = (options: AIOptions) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, ...options }, {});
const named = (name: string): Measurement[] => measured.filter((one) => one.name === `gen_ai.client.${name}`);

describe('the metrics of a call', () => {
  it('are the histograms of the GenAI conventions, with the attributes of its span', async () => {
    const meter = recording();
    const ai = await client({ meter });
    await ai.chat(ask);
    await collect(ai.stream(ask));
    await ai.embed('x');
    expect(created.map(({ name, unit }) => [name, unit])).toEqual([
      ['gen_ai.client.operation.duration', 's'],
      ['gen_ai.client.token.usage', '{token}'],
      ['gen_ai.client.operation.time_to_first_chunk', 's'],
    ]);
    expect(created.every(({ boundaries }) => boundaries.every((value, index) => index === 0 || value > (boundaries[index - 1] ?? 0)))).toBe(
      true,
    );
    const common = {
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-6-luna',
      'gen_ai.response.model': 'answering-model',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(vendor.url).port),
    };
    const durations = named('operation.duration');
    expect(durations.map(({ attributes }) => attributes['gen_ai.operation.name'])).toEqual(['chat', 'chat', 'embeddings']);
    expect(durations[0]?.attributes).toEqual({ ...common, 'gen_ai.operation.name': 'chat' });
    expect(durations.every(({ value }) => value > 0 && value < 30)).toBe(true);
    const tokens = named('token.usage').filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
    expect(tokens.map(({ value, attributes }) => [value, attributes['gen_ai.token.type']])).toEqual([
      [11, 'input'],
      [7, 'output'],
      [11, 'input'],
      [7, 'output'],
    ]);
    const [first] = named('operation.time_to_first_chunk');
    expect(named('operation.time_to_first_chunk')).toHaveLength(1);
    expect(first?.value).toBeLessThanOrEqual(durations[1]?.value ?? 0);
    expect(JSON.stringify([measured, created])).not.toMatch(/secret|test-key/);
  });

  it('name the error of a failed call; a call that was refused here is none', async () => {
    const ai = await client({ meter: recording() });
    vendor.fault = { kind: 'status', status: 503 };
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'API_ERROR' });
    await expect(ai.chat(ask, { maxTokens: 99_999 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    expect(named('operation.duration').map(({ attributes }) => attributes['error.type'])).toEqual(['API_ERROR']);
    expect(named('token.usage')).toEqual([]);
  });

  it('never change the result: a meter of OpenTelemetry is taken as it is, one that throws is ignored', async () => {
    const none: Meter = metrics.getMeter('test');
    expect((await (await client({ meter: none })).chat(ask)).content).not.toBe('');
    const broken: Meter = {
      createHistogram: () => {
        throw new Error('no');
      },
    };
    expect((await (await client({ meter: broken })).chat(ask)).content).not.toBe('');
  });
});
