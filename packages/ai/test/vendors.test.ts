import { describe, expect, it } from 'vitest';
import { compatibleVendor, getAI, getAIAuto, kindAliases, providerKinds, resolveKind, VENDORS } from '../src/index.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, openaiWire } from './loopback/wires.ts';

/** The tokens of the specification. */
const tokens = [
  'general-hosted',
  'gateway-proxy',
  'gateway-governance',
  'local-server',
  'assistant-hosted',
  'multimodal-hosted',
  'cloud-platform',
  'model-hub',
  'cli-subscription',
  'speech-local',
  'video-task-a',
  'video-task-b',
  'compat-video',
];

describe('the table of vendors', () => {
  it('accepts the neutral tokens and the vendors’ common names', () => {
    for (const token of tokens) expect(resolveKind(token)).toBe(token);
    expect(resolveKind('openai')).toBe('general-hosted');
    expect(resolveKind('Google')).toBe('multimodal-hosted');
    expect(resolveKind('constructor')).toBeUndefined();
    expect(Object.keys(kindAliases)).toContain('ollama');
    expect(providerKinds).toHaveLength(VENDORS.length);
  });

  it('has unique names, and a variable for each vendor that is selected automatically', () => {
    const names = VENDORS.flatMap((row) => [row.kind, ...row.names]);
    expect(new Set(names).size).toBe(names.length);
    for (const row of VENDORS) for (const group of row.detection) expect(group.length).toBeGreaterThan(0);
  });
});

describe('a custom vendor', () => {
  it.each([
    [{ baseUrl: 'https://x.example', keyVariables: ['K'], models: {} }, 'kind'],
    [{ kind: 'acme', baseUrl: 'https://x.example', models: {} }, 'acme: keyVariables'],
    [{ kind: 'acme', baseUrl: 'https://x.example', keyVariables: ['K'] }, 'acme: models'],
    [{ kind: 'acme', baseUrl: 'https://x.example', keyVariables: ['K'], models: {}, reportCosts: true }, 'acme: reportCosts'],
    [{ kind: 'acme', baseUrl: 'https://x.example', keyVariables: ['K'], models: {}, wire: { reportCost: true } }, 'acme: wire.reportsCost'],
    [undefined, 'kind'],
  ])('of %j is refused, by the field', (vendor, name) => {
    expect(() => compatibleVendor(vendor as never)).toThrow(
      expect.objectContaining({ code: 'NOT_CONFIGURED', message: expect.stringContaining(name) }),
    );
  });

  const acme = compatibleVendor({
    kind: 'acme',
    baseUrl: 'https://api.acme.example/v1',
    keyVariables: ['ACME_API_KEY'],
    models: { chat: 'acme-large' },
    flags: { vision: false },
    retired: [{ model: /^acme-tiny/, since: '2026-01-01', instead: 'acme-large' }],
  });

  it('needs only a row', async () => {
    const server = await LoopbackVendor.start(openaiWire);
    const environment = { ACME_API_KEY: 'acme-secret-key' };
    const ai = await getAI({ vendor: acme, baseUrl: server.url, generationLimits: { maxOutputTokens: 50 } }, environment);
    expect((await ai.chat([{ role: 'user', content: 'Hi' }])).content).toBe(ANSWER);
    expect(server.requests[0]).toMatchObject({
      json: { model: 'acme-large', max_tokens: 50 },
      headers: { authorization: 'Bearer acme-secret-key' },
    });
    expect(ai.type).toBe('acme');
    await ai.chat([{ role: 'user', content: 'Hi' }], { reasoning: { effort: 'low' }, providerOptions: { acme: { seed_text: 'x' } } });
    expect(server.requests[1]?.json).toMatchObject({ reasoning_effort: 'low', seed_text: 'x' });
    await expect(ai.describeImage('AAAA')).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED', provider: 'acme' });
    await expect(
      (await getAI({ vendor: acme, apiKey: 'k' }, {})).chat([{ role: 'user', content: 'x' }], { model: 'acme-tiny-1' }),
    ).rejects.toThrow('switched off');
    expect((await getAIAuto({ vendor: acme }, environment)).defaultModel).toBe('acme-large');
    await expect(getAI({ vendor: acme }, {})).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('ACME_API_KEY'),
    });
    await expect(getAI({ vendor: acme, type: 'openai' }, environment)).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await expect(getAI({ vendor: {} as never }, {})).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await server.close();
  });
});
