import { Client as CurrentClient, StreamableHTTPClientTransport as CurrentHttp } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { type NewsroomProcess, startNewsroom } from '../testing/newsroom-process.ts';
import { PersonAtBrowser } from '../testing/person-at-browser.ts';

const ABOUT = { name: 'quill', version: '1.0.0' };
const REDIRECT = 'http://127.0.0.1:53682/callback';

/** What a client keeps between the requests of a sign-in: the official clients ask for it by these names. */
class Keeper {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'Quill',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  #client: unknown;
  #tokens: unknown;
  #verifier = '';
  /** Where the person was sent, each time. */
  readonly sentTo: URL[] = [];

  clientInformation = (): never => this.#client as never;
  saveClientInformation = (client: unknown): void => void (this.#client = client);
  tokens = (): never => this.#tokens as never;
  saveTokens = (tokens: unknown): void => void (this.#tokens = tokens);
  codeVerifier = (): string => this.#verifier;
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  redirectToAuthorization = (url: URL): void => void this.sentTo.push(url);
  #discovered: unknown;
  state = (): string => 'a state';
  saveDiscoveryState = (state: unknown): void => void (this.#discovered = state);
  discoveryState = (): never => this.#discovered as never;
}

interface Connected {
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (name: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}
interface Transport {
  finishAuth(code: string, issuer?: string): Promise<void>;
}
interface Generation {
  readonly connect: Connect;
  /** Whether it sends the person to allow more: one that has a refresh token renews its tokens instead, in vain. */
  readonly canAskForMore: boolean;
}
type Connect = (endpoint: URL, keeper: Keeper) => { transport: Transport; connected: () => Promise<Connected> };

const GENERATIONS: readonly (readonly [string, Generation])[] = [
  [
    'of the first generation',
    {
      canAskForMore: false,
      connect: (endpoint, keeper) => {
        const transport = new LegacyHttp(endpoint, { authProvider: keeper });
        const client = new LegacyClient(ABOUT);
        return { transport, connected: () => client.connect(transport).then(() => asConnected(client)) };
      },
    },
  ],
  ...(['auto', '2026-07-28'] as const).map(
    (mode) =>
      [
        `of the second generation (${mode})`,
        {
          canAskForMore: true,
          connect: (endpoint: URL, keeper: Keeper) => {
            const transport = new CurrentHttp(endpoint, { authProvider: keeper });
            const client = new CurrentClient(ABOUT, { versionNegotiation: { mode: mode === 'auto' ? mode : { pin: mode } } });
            return { transport, connected: () => client.connect(transport).then(() => asConnected(client)) };
          },
        },
      ] as const,
  ),
];

/** The client gets what the browser was sent back with. */
function finish(transport: Transport, answer: URLSearchParams): Promise<void> {
  return transport.finishAuth(answer.get('code') ?? '', answer.get('iss') ?? undefined);
}

function asConnected(client: LegacyClient | CurrentClient): Connected {
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => (await client.callTool({ name, arguments: input })) as Record<string, unknown>,
    close: () => client.close(),
  };
}

describeOnEveryDatabase('an official client', (settings) => {
  let newsroom: NewsroomProcess;
  let person: PersonAtBrowser;
  let admin = '';
  beforeAll(async () => {
    newsroom = await startNewsroom({ ...(await settings()), NEWSROOM_SEED: 'none' });
    admin = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    person = await PersonAtBrowser.create(newsroom, { email: 'ada@example.com', role: 'editor' });
  });
  afterAll(() => newsroom?.dispose());

  /** By whom a piece was written, as the audit log names them. */
  async function audited(id: string): Promise<readonly unknown[]> {
    const headers = { Authorization: `Bearer ${admin}` };
    const response = await fetch(`${newsroom.url}/api/v1/audit-entries?objectId=${id}`, { headers });
    return ((await response.json()) as { items: { callerName: unknown }[] }).items.map(({ callerName }) => callerName);
  }

  it.each(GENERATIONS)(
    '%s signs in, reads, asks for more when it writes, and is told apart in the audit log',
    async (name, { connect, canAskForMore }) => {
      const endpoint = new URL('/api/mcp', newsroom.url);
      const keeper = new Keeper();
      const first = connect(endpoint, keeper);
      await expect(first.connected()).rejects.toThrow(/unauthorized/i);
      expect(keeper.sentTo.at(-1)?.searchParams.get('scope')).toMatch(/^read(?: offline_access)?$/);
      await finish(first.transport, await person.allow(keeper.sentTo.at(-1), canAskForMore ? {} : { 'scope-write': 'on', role: 'editor' }));

      const reading = connect(endpoint, keeper);
      const client = await reading.connected();
      expect(await client.tools()).toContain('content_list');
      expect(await client.call('article_list', {})).toMatchObject({ structuredContent: { count: expect.any(Number) as number } });
      const article = { title: `Written by an agent ${name}`, body: 'A text.' };
      if (canAskForMore) {
        const sent = keeper.sentTo.length;
        await expect(client.call('article_create', article)).rejects.toThrow();
        expect(keeper.sentTo.length).toBe(sent + 1);
        expect(keeper.sentTo.at(-1)?.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['read', 'write']));
        await finish(reading.transport, await person.allow(keeper.sentTo.at(-1), { role: 'editor' }));
      }
      const created = (await client.call('article_create', article)) as { structuredContent: { id: string } };
      expect(created).toMatchObject({ structuredContent: { title: article.title, status: 'draft' } });
      const { id } = created.structuredContent;
      await expect(client.call('article_update', { id, status: 'published', _expectedRev: 1 })).rejects.toThrow();
      if (canAskForMore)
        expect(keeper.sentTo.at(-1)?.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['read', 'write', 'publish']));
      expect(await audited(id)).toEqual(['Ada through Quill (not verified)']);
      await client.close();
    },
  );

  it.each(GENERATIONS)('%s signs in at the address of a set of tools, which is a resource of its own', async (_name, { connect }) => {
    const endpoint = new URL('/api/mcp/x/reviewing,vocabulary/readonly', newsroom.url);
    const keeper = new Keeper();
    const first = connect(endpoint, keeper);
    await expect(first.connected()).rejects.toThrow(/unauthorized/i);
    expect(keeper.sentTo.at(-1)?.searchParams.get('resource')).toBe(endpoint.href);
    await finish(first.transport, await person.allow(keeper.sentTo.at(-1), {}));
    const client = await connect(endpoint, keeper).connected();
    const tools = await client.tools();
    expect(tools).toEqual(expect.arrayContaining(['content_governance-state', 'tag_hierarchy', 'operation_search']));
    expect(tools).not.toContain('tag_create');
    expect(await client.call('operation_run', { name: 'tag_create', arguments: { name: 'Trees' } })).toMatchObject({
      isError: true,
      structuredContent: { code: 'read_only_address' },
    });
    await client.close();
    // Its token is of no use above.
    await expect(connect(new URL('/api/mcp', newsroom.url), keeper).connected()).rejects.toThrow();
  });
});
