import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local model server that accepts every piece in a review, translates by one sentence, and records which pieces it was sent. */
export interface FakeModel {
  /** The settings with which a Newsroom uses it. */
  readonly settings: NodeJS.ProcessEnv;
  /** The titles of the reviewed pieces, in order. */
  readonly asked: string[];
  /** Never responds about the piece with this title. */
  hang: string | undefined;
  stop(): Promise<void>;
}

const VERDICT = { status: 'accepted', summary: 'Well done.', findings: [] };
const TRANSLATION = { title: 'Übersetzt', description: null, body: 'Ein Satz.' };

/** Long enough for others to see that it is running. */
const THINKING_MS = 150;

/** Starts one on a free loopback port, with the wire of a local server (`/api/chat`). */
export async function startFakeModel(): Promise<FakeModel> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: readonly { content: string }[] };
      const title = /"title":"([^"]*)"/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
      asked.push(title);
      if (title === model.hang) return;
      const content = JSON.stringify(messages[0]?.content.startsWith('You translate') ? TRANSLATION : VERDICT);
      const answer = JSON.stringify({ model: 'fake', message: { role: 'assistant', content }, done: true, done_reason: 'stop' });
      response.setHeader('Content-Type', 'application/json');
      setTimeout(() => response.end(answer), THINKING_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: FakeModel = {
    settings: {
      LIB_AI_PROVIDER: 'local-server',
      LIB_AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      LIB_AI_MODEL: 'fake',
    },
    asked,
    hang: undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return model;
}
