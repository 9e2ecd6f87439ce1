import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LoopbackVendor } from '../../packages/ai/test/loopback/server.ts';
import { taskAWire, VIDEO, VideoVendorState } from '../../packages/ai/test/loopback/video-wires.ts';
import { ANSWER, anthropicWire, ollamaWire, openaiWire, PNG } from '../../packages/ai/test/loopback/wires.ts';

type Environment = Record<string, string>;

let folder: string;
let openai: LoopbackVendor;
let anthropic: LoopbackVendor;
let ollama: LoopbackVendor;

/** Runs an example as a user would: as a process, with only its own environment. */
function start(file: string, args: readonly string[], environment: Environment) {
  const child = spawn(process.execPath, ['--conditions=@colophon/source', path.join(import.meta.dirname, file), ...args], {
    cwd: folder,
    // The first process fills the compile cache for the others, which then start in a quarter of the time.
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: path.join(folder, 'compiled'), ...environment },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, exit };
}

async function run(file: string, environment: Environment, ...args: string[]): Promise<string> {
  const { output, exit } = start(file, args, environment);
  const code = await exit;
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output.err}`);
  return output.out.trim();
}

const withOpenAI = (): Environment => ({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${openai.url}/v1` });
const withAnthropic = (): Environment => ({ ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: anthropic.url });
const withOllama = (): Environment => ({ OLLAMA_HOST: ollama.url.replace('http://', '') });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-examples-'));
  openai = await LoopbackVendor.start((request) =>
    request.path === '/team/new'
      ? { json: { team_id: 'harbour-news--morning-desk' } }
      : request.path === '/key/generate'
        ? { json: { key: 'sk-made' } }
        : openaiWire(request),
  );
  anthropic = await LoopbackVendor.start(anthropicWire);
  ollama = await LoopbackVendor.start(ollamaWire);
});
afterAll(async () => {
  await Promise.all([openai.close(), anthropic.close(), ollama.close()]);
  await rm(folder, { recursive: true });
});
afterEach(() => [openai, anthropic, ollama].forEach((vendor) => vendor.reset()));

describe('the examples of the AI library', () => {
  it('chat: the same program with a hosted provider, and with a local server and no key', async () => {
    expect(await run('chat.ts', withAnthropic())).toBe(ANSWER);
    expect(await run('chat.ts', withOpenAI(), 'Why?')).toBe(ANSWER);
    expect(await run('chat.ts', withOllama())).toBe(ANSWER);
    expect(ollama.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('stream', async () => {
    expect(await run('stream.ts', withAnthropic())).toBe(`${ANSWER}\n(stop, 7 tokens)`);
  });

  it('tools', async () => {
    expect(await run('tools.ts', withAnthropic())).toBe(`look_up(Harbour)\n${ANSWER}`);
    expect(await run('tools.ts', withOllama())).toBe(`look_up(Harbour)\n${ANSWER}`);
  });

  it('approval: one process asks, another goes on with the decision', async () => {
    const file = path.join(folder, 'conversation.json');
    expect(await run('approval.ts', withOpenAI(), file)).toBe('awaiting-approval: look_up {"name":"Harbour"}');
    expect(await run('approval.ts', withOpenAI(), file, 'yes')).toBe(ANSWER);
    expect(openai.requests.at(-1)?.body).toContain('Harbour is published');
  });

  it('structured output, whole and as it is written', async () => {
    expect(await run('structured-output.ts', withOpenAI())).toBe('Harbour, 3 pages');
    expect(await run('stream-object.ts', withAnthropic())).toBe(
      'so far: {"title":"Harbour","pages":3}\nwhole: {"title":"Harbour","pages":3}',
    );
  });

  it('document', async () => {
    const report = path.join(folder, 'report.pdf');
    await writeFile(report, '%PDF-1.7 a report');
    expect(await run('document.ts', withAnthropic(), report)).toBe(ANSWER);
    expect(anthropic.requests[0]?.body).toContain('"type":"document"');
  });

  it('spending: what could go over the limit is never sent', async () => {
    expect(await run('spending.ts', { ...withOpenAI(), ...withAnthropic() })).toBe('SPENDING_LIMIT_EXCEEDED\n$0.000010 spent, $0 reserved');
    expect([openai.requests.length, anthropic.requests.length]).toEqual([1, 1]);
  });

  it('prompt-cache', async () => {
    expect(await run('prompt-cache.ts', withAnthropic())).toBe('written 0, read 0\nwritten 0, read 0');
    expect(anthropic.requests[0]?.json).toMatchObject({ system: [{ cache_control: { type: 'ephemeral' } }] });
    expect(anthropic.requests[0]?.headers['x-desk']).toBe('books');
    await run('prompt-cache.ts', withOpenAI());
    expect(openai.requests[0]?.json).toMatchObject({ prompt_cache_key: 'house-style', service_tier: 'flex' });
  });

  it('transcribe', async () => {
    const recording = path.join(folder, 'interview.flac');
    await writeFile(recording, 'fLaC and more');
    expect(await run('transcribe.ts', withOpenAI(), recording)).toBe(ANSWER);
  });

  it('vendors: the same question to each whose key is there', async () => {
    const keys = { GROQ_API_KEY: 'k', MISTRAL_API_KEY: 'k', OPENROUTER_API_KEY: 'k' };
    const out = await run('vendors.ts', { ...keys, AI_BASE_URL: `${openai.url}/v1` });
    expect(out.split('\n')).toEqual(['groq', 'mistral', 'openrouter'].map((name) => `${name}: ${ANSWER} (18 tokens)`));
  });

  it('batch: handed over by one process, read by another', async () => {
    const answers = ['{"custom_id":"town-2","response":{"status_code":200,"body":', '}}'].join(
      JSON.stringify({ choices: [{ message: { content: 'Fish and rain.' }, finish_reason: 'stop' }] }),
    );
    const vendor = await LoopbackVendor.start((request) =>
      request.path.endsWith('/content')
        ? { bytes: answers, type: 'application/jsonl' }
        : { json: { id: 'batch_1', status: 'completed', output_file_id: 'file-out' } },
    );
    const environment = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${vendor.url}/v1` };
    expect(await run('batch.ts', environment)).toBe('handed over 3');
    expect(await run('batch.ts', environment)).toBe('succeeded\ntown-2: Fish and rain.');
    await vendor.close();
  });

  it('rerank', async () => {
    const vendor = await LoopbackVendor.start(() => ({
      json: {
        results: [
          { index: 2, relevance_score: 0.05 },
          { index: 1, relevance_score: 0.9 },
        ],
      },
    }));
    const out = await run('rerank.ts', { TOGETHER_API_KEY: 'k', TOGETHER_BASE_URL: vendor.url });
    expect(out).toBe('0.90 The ferry leaves at noon.\n0.05 Bread is baked at five.');
    await vendor.close();
  });

  it('response-cache', async () => {
    expect(await run('response-cache.ts', withOpenAI())).toBe(`${ANSWER}\nasked 1 time`);
    expect(openai.requests).toHaveLength(1);
  });

  it('recorded', async () => {
    const file = path.join(folder, 'answers.json');
    const baseUrl = { OPENAI_BASE_URL: `${openai.url}/v1` };
    expect(await run('recorded.ts', { ...baseUrl, OPENAI_API_KEY: 'sk-test' }, file)).toBe(`record: ${ANSWER}`);
    expect(await run('recorded.ts', baseUrl, file)).toBe(`replay: ${ANSWER}`);
    expect(openai.requests).toHaveLength(1);
  });

  it('tracing', async () => {
    expect(await run('tracing.ts', withAnthropic())).toBe('chat by anthropic: 7 tokens');
  });

  it('your-vendor', async () => {
    expect(await run('your-vendor.ts', { ACME_API_KEY: 'acme-key', ACME_BASE_URL: `${openai.url}/v1` })).toBe(`acme: ${ANSWER}`);
  });

  it('describe-image', async () => {
    const picture = path.join(folder, 'harbour.png');
    await writeFile(picture, PNG);
    expect(await run('describe-image.ts', withOllama(), picture)).toBe(ANSWER);
  });

  it('embeddings', async () => {
    expect((await run('embeddings.ts', withOpenAI())).split('\n')).toHaveLength(3);
  });

  it('gateway: a key made by the admin is the one that chats', async () => {
    expect(await run('gateway.ts', { LITELLM_BASE_URL: openai.url, GATEWAY_ADMIN_PASSWORD: 'sk-master' })).toBe(ANSWER);
    expect(openai.requests.map((request) => request.headers.authorization)).toEqual([
      'Bearer sk-master',
      'Bearer sk-master',
      'Bearer sk-made',
      'Bearer sk-made',
    ]);
  });

  it('video: the process that submitted is killed, and another one fetches the video', async () => {
    const state = new VideoVendorState();
    const vendor = await LoopbackVendor.start(taskAWire(state));
    state.resultUrl = `${vendor.url}/files/v.mp4`;
    const environment = { ARK_API_KEY: 'ark-test', MODELARK_BASE_URL: vendor.url };
    const job = path.join(folder, 'job.json');
    const video = path.join(folder, 'video.mp4');

    const first = start('video-submit.ts', [job], environment);
    await expect.poll(() => first.output.out, { timeout: 10_000 }).toContain('submitted');
    first.child.kill('SIGKILL');
    await first.exit;

    const second = start('video-resume.ts', [job, video, '30', vendor.origin], environment);
    await expect.poll(() => second.output.out, { timeout: 10_000 }).toContain('queued');
    state.state = 'running';
    await expect.poll(() => second.output.out, { timeout: 10_000 }).toContain('running');
    state.state = 'succeeded';
    expect(await second.exit).toBe(0);
    expect(second.output.out).toContain(`video/mp4, ${VIDEO.byteLength} bytes`);
    expect(new Uint8Array(await readFile(video))).toEqual(VIDEO);
    await vendor.close();
  });

  it('fallback', async () => {
    anthropic.fault = { kind: 'status', status: 529 };
    expect(await run('fallback.ts', { ...withAnthropic(), ...withOllama() })).toBe(ANSWER);
  });

  it('limits: the refused call is told about and never sent', async () => {
    const [rejected, code, succeeded] = (await run('limits.ts', withOpenAI())).split('\n');
    expect(JSON.parse(rejected!)).toEqual({ operation: 'complete', status: 'rejected', attempts: 0, requestedMaxOutputTokens: 5000 });
    expect(code).toBe('AI_LIMIT_EXCEEDED');
    expect(JSON.parse(succeeded!)).toMatchObject({ status: 'succeeded', attempts: 1, effectiveMaxOutputTokens: 300 });
    expect(openai.requests).toHaveLength(1);
  });

  it('your tests', async () => {
    expect(await run('your-tests.ts', {})).toBe('ok');
  });
});
