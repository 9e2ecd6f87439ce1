import { describe, expect, it } from 'vitest';
import { getAI, type ProviderKind } from '../src/index.ts';
import { collect } from './loopback/collect.ts';

/** The kinds whose credentials are set; empty unless LIVE=1 enables real calls, which cost money. */
const candidates: readonly [ProviderKind, readonly string[]][] = [
  ['general-hosted', ['OPENAI_API_KEY']],
  ['assistant-hosted', ['ANTHROPIC_API_KEY']],
  ['multimodal-hosted', ['GEMINI_API_KEY', 'GOOGLE_API_KEY']],
  ['model-hub', ['HF_TOKEN']],
  ['cloud-platform', ['AWS_ACCESS_KEY_ID', 'AWS_BEARER_TOKEN_BEDROCK']],
  ['gateway-proxy', ['LITELLM_BASE_URL']],
  ['gateway-governance', ['BIFROST_BASE_URL']],
  ['local-server', ['OLLAMA_HOST', 'OLLAMA_BASE_URL']],
];
const live = process.env['LIVE'] === '1' ? candidates.filter(([, names]) => names.some((name) => process.env[name])) : [];

describe.skipIf(live.length === 0)('with real providers (LIVE=1 and credentials)', () => {
  it.each(live)('%s answers and streams', async (kind) => {
    const ai = await getAI({ type: kind });
    const ask = [{ role: 'user', content: 'Answer with the single word: yes' }] as const;
    expect((await ai.chat(ask, { maxTokens: 500 })).content).toMatch(/yes/i);
    expect((await collect(ai.stream(ask, { maxTokens: 500 }))).join('')).toMatch(/yes/i);
  });

  it('has at least one configured kind', () => {
    expect(live.length).toBeGreaterThan(0);
  });
});
