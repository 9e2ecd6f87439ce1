import { createServer, type Server, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

/** An AI vendor on the loopback interface that streams Chat Completions on command. */
class StreamingVendor {
  readonly #server: Server;
  readonly requests: { messages: { role: string; content: string }[]; tools: { function: { name: string } }[]; stream: boolean }[] = [];
  #answering: ServerResponse | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof this.requests)[number]);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        this.#answering = response;
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}/v1`;
  }

  async asked(): Promise<void> {
    while (!this.#answering) await new Promise((done) => setTimeout(done, 10));
  }

  say(delta: object): void {
    this.#send({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  end(reason = 'stop'): void {
    this.#send({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    this.#send({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } });
    this.#answering?.end('data: [DONE]\n\n');
    this.#answering = undefined;
  }

  #send(part: object): void {
    const common = { id: 'c1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'talker-1' };
    this.#answering?.write(`data: ${JSON.stringify({ ...common, ...part })}\n\n`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('chat of a running Newsroom', () => {
  const directory = mkdtempSync(join(tmpdir(), 'newsroom-chat-'));
  const vendor = new StreamingVendor();
  let one: NewsroomProcess;
  let two: NewsroomProcess;
  let token: string;

  beforeAll(async () => {
    const settings = {
      DATABASE_URL: `sqlite:${join(directory, 'shared.sqlite')}`,
      NEWSROOM_SECRET: 'x'.repeat(32),
      NEWSROOM_SEED: 'none',
      LIB_AI_PROVIDER: 'openai',
      LIB_AI_API_KEY: 'sk-loopback',
      LIB_AI_BASE_URL: await vendor.start(),
      LIB_AI_MODEL: 'talker-1',
    };
    one = await startNewsroom(settings);
    two = await startNewsroom(settings);
    token = one.run('token', 'create', '--role', 'editor', '--name', 'Edna').stdout.trim();
  }, 60_000);
  afterAll(async () => {
    await Promise.all([one.dispose(), two.dispose()]);
    vendor.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const ask = (where: NewsroomProcess, method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${where.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async (response: Response): Promise<Record<string, any>> => (await response.json()) as Record<string, any>;
  const STREAM = { Accept: 'text/event-stream' };

  /** Reads a stream until `enough` returns true, and cancels it then. */
  async function read(response: Response, enough: (text: string) => boolean = () => false) {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let whole = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      whole += decoder.decode(value, { stream: true });
      if (!enough(textOf(whole))) continue;
      await reader?.cancel();
      break;
    }
    return { whole, text: textOf(whole), last: [...whole.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '' };
  }
  const textOf = (whole: string): string =>
    [...whole.matchAll(/^event: delta\nid: .+\ndata: (.+)$/gm)]
      .map(([, data = '']) => (JSON.parse(data) as { text: string }).text)
      .join('');

  it('streams an answer, which continues in another process when the connection is cut, and applies and reverts a proposal', async () => {
    const { id } = await json(await ask(one, 'POST', '/articles', { title: 'The oak', body: 'It rained.' }));
    const { session, threads } = await json(await ask(one, 'GET', `/contents/${id}/chat`));
    expect([typeof session.id, threads]).toEqual(['string', []]);
    const { thread } = await json(await ask(one, 'POST', `/contents/${id}/chat`, { title: 'Headline' }));
    const messages = `/contents/${id}/chat/${thread.id}/messages`;

    const streaming = ask(one, 'POST', messages, { content: 'What do you think?' }, STREAM);
    await vendor.asked();
    vendor.say({ content: 'It reads well' });
    const first = await read(await streaming, (text) => text.length > 0);
    const following = ask(two, 'GET', `/contents/${id}/chat/${thread.id}/events`, undefined, { ...STREAM, 'Last-Event-ID': first.last });
    vendor.say({ content: ', but for ' });
    vendor.say({ content: 'the 🌧️.' });
    const proposal = { changes: [{ find: 'It rained.', replace: 'It poured.' }], reason: 'Stronger.' };
    vendor.say({
      tool_calls: [
        { index: 0, id: 'call-1', type: 'function', function: { name: 'propose_changes', arguments: JSON.stringify(proposal) } },
      ],
    });
    vendor.end('tool_calls');
    const rest = await read(await following);
    expect(first.text + rest.text).toBe('It reads well, but for the 🌧️.');
    expect(rest.whole).toMatch(/event: proposal[\s\S]*event: done/);

    const listed = await json(await ask(two, 'GET', messages));
    expect(listed).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', status: 'done', model: 'talker-1', usage: { inputTokens: 11, outputTokens: 7 } }],
      proposals: [{ status: 'open', changes: [{ field: 'body', find: 'It rained.' }] }],
    });
    const decide = `/contents/${id}/chat/proposals/${listed['proposals'][0].id}`;
    const applied = await json(await ask(two, 'POST', `${decide}/apply`, {}));
    expect(applied).toMatchObject({
      content: { body: 'It poured.', metadata: { generation: { aiAssisted: true } } },
      proposal: { status: 'applied' },
    });
    const back = await json(await ask(one, 'POST', `${decide}/take-back`, {}));
    expect(back).toMatchObject({ content: { body: 'It rained.', rev: 3 }, proposal: { status: 'open' } });

    const [request] = vendor.requests;
    expect(request?.tools.map((tool) => tool.function.name)).toEqual(['propose_changes']);
    expect(one.log() + two.log()).not.toMatch(/It rained|reads well|What do you think/);
  }, 30_000);

  it('responds with JSON to clients that do not stream, and over MCP is read-only', async () => {
    const { id } = await json(await ask(one, 'POST', '/articles', { title: 'An elm' }));
    const { thread } = await json(await ask(one, 'POST', `/contents/${id}/chat`, {}));
    const sending = ask(one, 'POST', `/contents/${id}/chat/${thread.id}/messages`, { content: 'Hello' });
    await vendor.asked();
    vendor.say({ content: 'Hello.' });
    vendor.end();
    const sent = await sending;
    expect([sent.status, await json(sent)]).toMatchObject([201, { agentMessage: { content: 'Hello.', status: 'done' } }]);
    const tools = await json(await ask(one, 'GET', '/../mcp/tools'));
    const names = (tools['tools'] as { name: string }[]).map(({ name }) => name).filter((name) => /^content_.*chat/.test(name));
    expect(names.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['content_get-chat', 'content_list-chat-messages']);
  }, 30_000);

  it('keeps the partial answer when the process is stopped', async () => {
    const { id } = await json(await ask(two, 'POST', '/articles', { title: 'A birch' }));
    const { thread } = await json(await ask(two, 'POST', `/contents/${id}/chat`, {}));
    const messages = `/contents/${id}/chat/${thread.id}/messages`;
    const streaming = ask(two, 'POST', messages, { content: 'Go on.' }, STREAM);
    await vendor.asked();
    vendor.say({ content: 'Half an' });
    await read(await streaming, (text) => text.length > 0);
    expect(await two.stop()).toBe(0);
    vendor.end();
    expect(await json(await ask(one, 'GET', messages))).toMatchObject({ messages: [{}, { status: 'stopped', content: 'Half an' }] });
  }, 30_000);

  it('explains if it is off or the vendor does not respond', async () => {
    const off = await startNewsroom({ NEWSROOM_SEED: 'none' });
    try {
      const own = off.run('token', 'create', '--role', 'editor').stdout.trim();
      const headers = { Authorization: `Bearer ${own}`, 'Content-Type': 'application/json' };
      const made = await fetch(`${off.url}/api/v1/articles`, { method: 'POST', headers, body: '{"title":"A fir"}' });
      const { id } = await json(made);
      const answer = await fetch(`${off.url}/api/v1/contents/${id}/chat`, { headers });
      expect([answer.status, await json(answer)]).toEqual([
        200,
        { session: null, notice: expect.stringContaining('Chat is not available') },
      ]);
    } finally {
      await off.dispose();
    }
  }, 30_000);
});
