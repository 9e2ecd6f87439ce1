import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type RequestEvent, type UsageEvent } from '../../src/index.ts';
import { collect } from '../loopback/collect.ts';

const PROMPT = 'Tell me about the tide tables of Whitby.';

/** A fake of the installed command: it records its invocation and answers in the command's format. */
const PROGRAM = `#!${process.execPath}
const { appendFileSync, writeFileSync } = require('node:fs');
let input = '';
process.stdin.on('data', (chunk) => (input += chunk)).on('end', () => {
  const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
  const env = { thinking: process.env.MAX_THINKING_TOKENS, key: process.env.ANTHROPIC_API_KEY ?? null };
  appendFileSync(process.env.CLI_LOG, JSON.stringify({ argv: process.argv.slice(2), input, env, pid: process.pid }) + '\\n');
  const delta = (text) => say({ type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'text_delta', text } } });
  if (input.includes('SIGN-IN')) return say({ type: 'result', subtype: 'error', is_error: true, result: 'Please run /login' });
  if (input.includes('BREAK')) { process.stderr.write('stack trace with ' + input); process.exit(3); }
  if (input.includes('HANG')) { delta('waiting'); return setInterval(() => {}, 1000); }
  if (input.includes('FOREVER')) return setInterval(() => delta('word after word after word '), 1);
  say({ type: 'system', subtype: 'init' });
  delta('High water '); delta('at noon.');
  say({ type: 'assistant', message: { model: 'answering-model', content: [{ type: 'text', text: 'High water at noon.' }] } });
  say({ type: 'result', subtype: 'success', is_error: false, result: 'High water at noon.', usage: { input_tokens: 9, output_tokens: 5, cache_read_input_tokens: 2 } });
});
`;

describe.skipIf(process.platform === 'win32')('cli-subscription', () => {
  let folder: string;
  let program: string;
  let log: string;
  const requests: RequestEvent[] = [];
  const usage: UsageEvent[] = [];
  const make = (options: AIOptions = {}) =>
    getAI(
      {
        type: 'cli-subscription',
        cliPath: program,
        onRequest: (event) => requests.push(event),
        onUsage: (event) => usage.push(event),
        ...options,
      },
      {},
    );
  const runs = async () =>
    (await readFile(log, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { argv: string[]; input: string; env: { thinking: string; key: string | null }; pid: number });
  const gone = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'colophon-cli-'));
    program = path.join(folder, 'claude');
    await writeFile(program, PROGRAM);
    await chmod(program, 0o755);
    process.env['ANTHROPIC_API_KEY'] = 'sk-must-not-be-billed';
  });
  afterAll(async () => {
    delete process.env['ANTHROPIC_API_KEY'];
    delete process.env['CLI_LOG'];
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    log = path.join(folder, `${Math.random()}.log`);
    process.env['CLI_LOG'] = log;
    requests.length = 0;
    usage.length = 0;
  });

  it('passes the prompt on standard input, never in arguments, and bills the subscription', async () => {
    const ai = await make();
    const response = await ai.chat([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: PROMPT },
    ]);
    expect(response).toMatchObject({
      content: 'High water at noon.',
      finishReason: 'stop',
      model: 'answering-model',
      usage: { promptTokens: 11, completionTokens: 5 },
    });
    const [run] = await runs();
    expect(run?.input).toBe(`Be brief.\n\nHuman: ${PROMPT}`);
    expect(JSON.stringify(run?.argv)).not.toContain('tide');
    expect(run?.argv).toEqual(expect.arrayContaining(['--print', '--model', 'sonnet']));
    expect(run?.env).toEqual({ thinking: '0', key: null });
    expect(usage).toHaveLength(1);
    expect(requests).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
  });

  it('streams each piece once', async () => {
    const stream = (await make()).stream([{ role: 'user', content: PROMPT }]);
    expect(await collect(stream)).toEqual(['High water ', 'at noon.']);
    expect(await stream.response).toMatchObject({ content: 'High water at noon.' });
  });

  it('counts the output, and stops the command at the ceiling', async () => {
    const ai = await make();
    expect(ai.getCapabilities().outputCeiling).toBe('counted');
    const response = await ai.chat([{ role: 'user', content: 'FOREVER' }], { maxTokens: 40 });
    expect(response.finishReason).toBe('length');
    expect(response.content.length).toBeLessThan(400);
    const [run] = await runs();
    await expect.poll(() => gone(run!.pid), { timeout: 10_000 }).toBe(true);
  });

  it('ends the command on abort, on timeout and when the reader stops', async () => {
    const ai = await make();
    const controller = new AbortController();
    const aborted = ai.chat([{ role: 'user', content: 'HANG' }], { signal: controller.signal });
    setTimeout(() => controller.abort(), 150);
    await expect(aborted).rejects.toMatchObject({ code: 'AI_ABORTED' });
    await expect(ai.chat([{ role: 'user', content: 'HANG' }], { timeout: 150 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    for await (const chunk of ai.stream([{ role: 'user', content: 'HANG' }])) {
      expect(chunk).toBe('waiting');
      break;
    }
    const started = await runs();
    for (const run of started) await expect.poll(() => gone(run.pid), { timeout: 10_000 }).toBe(true);
    expect(requests.map((event) => event.status)).toEqual(['aborted', 'timed_out', 'aborted']);
  });

  it('reports why it failed, without the command’s own words', async () => {
    const ai = await make();
    await expect(ai.message('SIGN-IN')).rejects.toMatchObject({ code: 'AUTH_ERROR' });
    const error = await ai.message('BREAK the tide').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'CLI_ERROR' });
    expect(String(error)).not.toContain('tide');
    const missing = await getAI({ type: 'cli-subscription', cliPath: path.join(folder, 'nowhere') }, {});
    await expect(missing.message('x')).rejects.toMatchObject({ code: 'CLI_NOT_FOUND' });
  });

  it('is created without running anything, and rejects unsupported input before running the command', async () => {
    const ai = await make();
    const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }] as const;
    await expect(ai.chat([{ role: 'user', content: 'x' }], { tools })).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    await expect(ai.chat([{ role: 'user', content: 'x' }], { maxTokens: 5000 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    expect(ai.getCapabilities()).toMatchObject({ functions: false, vision: false, embeddings: false });
    expect(await runs()).toEqual([]);
  });

  it('returns an object by instruction', async () => {
    const ai = await make();
    await expect(ai.chat([{ role: 'user', content: PROMPT }], { responseFormat: { type: 'json_object' } })).rejects.toMatchObject({
      code: 'INVALID_OBJECT',
    });
    expect((await runs())[0]?.input).toContain('one JSON object');
  });
});
