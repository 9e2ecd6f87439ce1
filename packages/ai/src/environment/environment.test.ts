import { describe, expect, it } from 'vitest';
import { getAI } from '../factory/get-ai.ts';
import { getAIAuto } from '../factory/get-ai-auto.ts';
import { kindAliases, providerKinds } from '../catalog/kinds.ts';
import { withEnvironment } from '../factory/environment.ts';

describe('the environment', () => {
  it('fills in what the options leave out; explicit options win', () => {
    const environment = {
      LIB_AI_API_KEY: 'lib',
      LIB_AI_MODEL: 'm1',
      LIB_AI_DEFAULT_MODEL: 'm2',
      LIB_AI_TIMEOUT: '5000',
      LIB_AI_MAX_RETRIES: '2',
      LIB_AI_BASE_URL: 'https://x.test',
    };
    expect(withEnvironment({}, 'general-hosted', environment)).toMatchObject({
      apiKey: 'lib',
      defaultModel: 'm1',
      timeout: 5000,
      maxRetries: 2,
      baseUrl: 'https://x.test',
    });
    expect(withEnvironment({ apiKey: 'own', timeout: 1 }, 'general-hosted', environment)).toMatchObject({ apiKey: 'own', timeout: 1 });
    expect(withEnvironment({}, 'general-hosted', { LIB_AI_DEFAULT_MODEL: 'm2' }).defaultModel).toBe('m2');
    expect(withEnvironment({}, 'general-hosted', { ...environment, OPENAI_API_KEY: 'vendor' }).apiKey).toBe('vendor');
    expect(withEnvironment({}, 'video-task-a', { ARK_API_KEY: 'ark' }).apiKey).toBe('ark');
    expect(() => withEnvironment({}, 'general-hosted', { LIB_AI_TIMEOUT: 'soon' })).toThrow('LIB_AI_TIMEOUT');
  });

  it('treats a model configured for no kind as a text model', () => {
    expect(withEnvironment({}, 'video-task-b', { LIB_AI_MODEL: 'gpt-x' }).defaultModel).toBeUndefined();
    expect(withEnvironment({}, 'compat-video', { LIB_AI_MODEL: 'wan', LIB_AI_PROVIDER: 'compat-video' }).defaultModel).toBe('wan');
  });

  it('does not send one vendor’s key to another’s address', () => {
    const environment = { LIB_AI_PROVIDER: 'ollama', LIB_AI_BASE_URL: 'http://somewhere.test', LIB_AI_MODEL: 'llama', LIB_AI_API_KEY: 'k' };
    const filled = withEnvironment({ apiKey: 'sk-openai' }, 'general-hosted', environment);
    expect(filled.baseUrl).toBeUndefined();
    expect(filled.defaultModel).toBeUndefined();
  });

  it('honours region and session token of the cloud platform, and lets explicit credentials win over a bearer token', () => {
    const environment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };
    expect(withEnvironment({}, 'cloud-platform', environment)).toMatchObject({
      region: 'eu-west-1',
      credentials: { sessionToken: 'token' },
    });
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    expect(withEnvironment({ credentials }, 'cloud-platform', { AWS_BEARER_TOKEN_BEDROCK: 'bearer' }).apiKey).toBeUndefined();
  });
});

describe('getAI', () => {
  it('is general-hosted by default, and names what is missing', async () => {
    expect((await getAI({ apiKey: 'k' }, {})).type).toBe('general-hosted');
    expect((await getAI({ apiKey: 'k' }, { LIB_AI_TYPE: 'anthropic' })).type).toBe('assistant-hosted');
    expect((await getAI({ apiKey: 'k' }, { LIB_AI_PROVIDER: 'gemini', LIB_AI_TYPE: 'anthropic' })).type).toBe('multimodal-hosted');
    await expect(getAI({}, {})).rejects.toThrow(/apiKey.*OPENAI_API_KEY/);
    await expect(getAI({ type: 'tea-pot' as never }, {})).rejects.toThrow('tea-pot');
    await expect(getAI({ type: 'gateway-proxy' }, {})).rejects.toThrow('baseUrl');
    await expect(getAI({ type: 'cloud-platform', region: 'eu-west-1' }, {})).rejects.toThrow('credentials');
    await expect(getAI({ type: 'compat-video', baseUrl: 'http://x' }, {})).rejects.toThrow('apiKey');
    await expect(getAI({ apiKey: 'k', timeout: -5 }, {})).rejects.toMatchObject({ code: 'AI_LIMIT_INVALID' });
  });

  it('creates every kind, also by its vendor’s name', async () => {
    const { createFakeAI } = await import('../testing/index.ts');
    expect(createFakeAI(['x']).type).toBe('custom');
    const options = { apiKey: 'k', apiToken: 't', baseUrl: 'http://127.0.0.1:1', region: 'eu-west-1' };
    for (const kind of providerKinds.filter((name) => name !== 'custom')) {
      const ai = await getAI({ type: kind, ...options }, {});
      expect(ai.type).toBe(kind);
      expect(ai.getCapabilities().supportedOperations.length).toBeGreaterThan(0);
    }
    for (const [alias, kind] of Object.entries(kindAliases).filter(([, name]) => name !== 'custom')) {
      expect((await getAI({ type: alias as keyof typeof kindAliases, ...options }, {})).type).toBe(kind);
    }
  });
});

describe('getAIAuto', () => {
  it.each([
    [{}, { LITELLM_BASE_URL: 'http://x', OPENAI_API_KEY: 'k' }, 'gateway-proxy'],
    [{}, { OLLAMA_HOST: '127.0.0.1:11434', OPENAI_API_KEY: 'k' }, 'local-server'],
    [{}, { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }, 'general-hosted'],
    [{}, { ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' }, 'assistant-hosted'],
    [{}, { GOOGLE_API_KEY: 'k' }, 'multimodal-hosted'],
    [{}, { HF_TOKEN: 'k' }, 'model-hub'],
    [{}, { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }, 'cloud-platform'],
    [{}, { AWS_DEFAULT_REGION: 'eu-west-1', AWS_BEARER_TOKEN_BEDROCK: 'a' }, 'cloud-platform'],
    [{}, { ARK_API_KEY: 'k' }, 'video-task-a'],
    [{}, { SEEVIO_API_KEY: 'k' }, 'video-task-b'],
    [{}, { OPENAI_API_KEY: 'k', LIB_AI_PROVIDER: 'ollama' }, 'local-server'],
    [{ apiToken: 't' }, { OPENAI_API_KEY: 'k' }, 'model-hub'],
    [{ apiKey: 'k' }, { LITELLM_BASE_URL: 'http://x' }, 'general-hosted'],
    [{ type: 'anthropic', apiKey: 'k' } as const, { OPENAI_API_KEY: 'k' }, 'assistant-hosted'],
    [{ endpoint: 'http://127.0.0.1:8880' }, {}, 'speech-local'],
  ])('with %o and %o finds %s', async (options, environment, kind) => {
    expect((await getAIAuto(options, environment as Record<string, string>)).type).toBe(kind);
  });

  it('lists the variables it read if nothing is found, and ignores no fault', async () => {
    await expect(getAIAuto({}, {})).rejects.toThrow(/LIB_AI_PROVIDER.*OPENAI_API_KEY.*SEEVIO_API_KEY/);
    await expect(getAIAuto({ credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }, { OPENAI_API_KEY: 'k' })).rejects.toThrow('region');
    await expect(getAIAuto({}, { LIB_AI_PROVIDER: 'nonsense', OPENAI_API_KEY: 'k' })).rejects.toThrow('LIB_AI_PROVIDER');
  });
});
