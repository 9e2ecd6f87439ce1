import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeCertificate } from '../../../../packages/readers/src/testing/make-certificate.ts';
import { type NewsroomProcess, startNewsroom } from '../../src/testing/newsroom-process.ts';

/** A Newsroom behind a site of its own, whose answers a test may change. */
export interface Publisher {
  readonly site: string;
  readonly newsroom: NewsroomProcess;
  /** Answers instead of Newsroom, by path. */
  readonly instead: Map<string, string>;
  /** What was asked for, as method and path. */
  readonly asked: string[];
  send(path: string, body: object | FormData): Promise<{ id: string }>;
  text(path: string): Promise<string>;
  /** Writes a file, and returns its path. */
  file(name: string, content: string | Uint8Array): string;
  dispose(): Promise<void>;
}

/** Starts a Newsroom that is reached over HTTPS, as one on the Internet is. */
export async function startPublisher(): Promise<Publisher> {
  const instead = new Map<string, string>();
  const asked: string[] = [];
  const behind = { url: '' };
  const front: Server = createServer(await makeCertificate('127.0.0.1'), (request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      asked.push(`${request.method} ${path}`);
      const other = instead.get(path);
      const answer = await fetch(`${behind.url}${path}`, { headers: { Accept: request.headers.accept ?? '*/*' }, redirect: 'manual' });
      const {
        'content-encoding': _,
        'content-length': _length,
        'transfer-encoding': _encoding,
        ...headers
      } = Object.fromEntries(answer.headers);
      response.writeHead(other === undefined ? answer.status : 200, headers).end(other ?? Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  const site = `https://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const newsroom = await startNewsroom({ BASE_URL: site, NEWSROOM_SEED: 'none' });
  behind.url = newsroom.url;
  const token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
  return {
    site,
    newsroom,
    instead,
    asked,
    async send(path, body) {
      const isForm = body instanceof FormData;
      const headers = { Authorization: `Bearer ${token}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) };
      const answer = await fetch(`${newsroom.url}/api/v1/${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { id: string };
    },
    text: async (path) => (await fetch(`${newsroom.url}${path}`)).text(),
    file(name, content) {
      const path = join(newsroom.directory, name);
      writeFileSync(path, content);
      return path;
    },
    async dispose() {
      front.close();
      front.closeAllConnections();
      await newsroom.dispose();
    },
  };
}

/** What the page says: its state, its headline, and each list. */
export interface Said {
  readonly state: string | null;
  readonly headline: string;
  readonly all: string;
  readonly proved: readonly string[];
  readonly open: readonly string[];
  readonly unchecked: readonly string[];
}

/** A reader at the page that checks a piece. */
export class Reader {
  readonly page: Page;
  /** Errors of the page, and violations of its policy. */
  readonly faults: string[] = [];
  readonly requests: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => /Content Security Policy|Refused/i.test(message.text()) && this.faults.push(message.text()));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  static async at(chromium: Browser, address: string, { isOffline = false } = {}): Promise<Reader> {
    const context = await chromium.newContext({ ignoreHTTPSErrors: true, offline: isOffline });
    const reader = new Reader(await context.newPage());
    await reader.page.goto(address);
    return reader;
  }

  async ask(address: string): Promise<Said> {
    await this.page.getByLabel('Address of the piece').fill(address);
    await this.page.getByRole('button', { name: 'Check', exact: true }).click();
    return this.said();
  }

  /** Gives files to it, as by the button. */
  async give(...files: readonly string[]): Promise<Said> {
    await this.page.getByLabel(/^Files:/).setInputFiles([...files]);
    return this.said();
  }

  /** Drops a file on the page. */
  async drop(file: string): Promise<Said> {
    const data = await this.page.evaluateHandle(
      ([name, base64]) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name ?? ''));
        return transfer;
      },
      [file.split('/').at(-1), readFileSync(file).toString('base64')],
    );
    await this.page.dispatchEvent('body', 'drop', { dataTransfer: data });
    return this.said();
  }

  async paste(text: string): Promise<Said> {
    await this.page.getByLabel(/^Text of a printed page/).fill(text);
    await this.page.getByRole('button', { name: 'Check the text' }).click();
    return this.said();
  }

  async startOver(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start over' }).click();
  }

  /** What it says once it has checked. */
  async said(): Promise<Said> {
    const section = this.page.locator('#result:not([data-state="work"])');
    await section.waitFor();
    const lines = (kind: string): Promise<string[]> => section.locator(`.${kind} li`).allTextContents();
    return {
      state: await section.getAttribute('data-state'),
      headline: (await section.locator('h2').textContent()) ?? '',
      all: (await section.textContent()) ?? '',
      proved: await lines('proved'),
      open: await lines('open'),
      unchecked: await lines('unchecked'),
    };
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
