import type { DiscoveryCommand, DiscoveryPayload } from '@colophon/contract';
import { openDatabase, requireCurrentSchema, type Role, ROLES } from '@colophon/core';
import { Contents } from '@colophon/content';
import { createTenant, createToken } from '@colophon/identity';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCli } from '../../../packages/app-cli/src/testing/test-cli.ts';
import { loadConfig } from './config/load-config.ts';
import { newsroomTable } from './server/objects.ts';
import { createApp } from './server/app.ts';

const URL_OF_APP = 'http://localhost:4000';
const table = newsroomTable();
const commands = table.resources.flatMap(({ slug, operations }) =>
  operations.filter(({ exposed }) => exposed.cli && exposed.api).map(({ commandName }) => [slug, commandName] as const),
);

/** A command line, and the same request by hand. */
interface Request {
  readonly id: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The roles of the matrix are those of tokens, which these commands refuse. */
const FOR_PEOPLE = [
  ['tokens', 'issue'],
  ['notification-settings', 'list-kinds'],
  ['notification-settings', 'choose'],
] as const;

/** Every command × every role: the client, using discovery, gets the same result as a request by hand. */
describe('the access matrix of the command line', () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let app: ReturnType<typeof createApp>;
  let draftId = '';
  const clients = new Map<Role, TestCli>();
  const tokens = new Map<Role, string>();
  const catalogs = new Map<Role, DiscoveryPayload>();

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await requireCurrentSchema(database, table.schema);
    const config = { ...loadConfig({ NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SEED: 'none' }), baseUrl: URL_OF_APP };
    app = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    const { id: tenantId } = await createTenant({ database, slug: 'acme', name: 'Acme' });
    draftId = (await new Contents(database).add({ title: 'Ours', type: 'article', tenantId } as never)).id;
    for (const role of ROLES) {
      tokens.set(role, (await createToken({ database, role, tenantId, name: role })).token);
      clients.set(role, await TestCli.create());
      catalogs.set(role, (await (await send(role, 'GET', '/api/_resources')).json()) as DiscoveryPayload);
    }
  });
  afterAll(async () => {
    await Promise.all([...clients.values()].map((client) => client.remove()));
    await database.close();
  });

  async function send(role: Role, method: string, path: string, body?: string): Promise<Response> {
    const headers = { Host: 'localhost:4000', 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.get(role)}` };
    return app.request(path, { method, headers, ...(body === undefined ? {} : { body }) });
  }

  /** The client's transport, connected to the application. */
  const transport = {
    send: async (request: { method: string; url: URL; headers: Readonly<Record<string, string>>; body?: string | undefined }) => {
      const { method, url, headers, body } = request;
      const init = { method, headers: { ...headers, Host: url.host }, ...(body === undefined ? {} : { body }) };
      const response = await app.request(url.pathname + url.search, init);
      return { status: response.status, headers: new Map(response.headers), body: await response.text() };
    },
    close: () => undefined,
  };

  async function overCli(role: Role, [slug, name]: readonly [string, string], { id, input }: Request): Promise<string> {
    const words = [slug, name, ...(id === undefined ? [] : [id]), ...(Object.keys(input).length > 0 ? [JSON.stringify(input)] : [])];
    const env = { NEWSROOM_SERVER_URL: URL_OF_APP, NEWSROOM_TOKEN: tokens.get(role) ?? '' };
    const result = await clients.get(role)?.run([...words, '--yes', '--json'], { env, io: { transport } });
    if (result?.code === 0) return 'ok';
    const told = JSON.parse(result?.stderr.trim().split('\n').at(-1) ?? '') as { code: string; problem?: { status: number } };
    return told.problem === undefined ? told.code : `${told.problem.status} ${told.code}`;
  }

  async function overRest(role: Role, slug: string, command: DiscoveryCommand, { id, input }: Request): Promise<string> {
    const left = new Map(Object.entries(input));
    const segments = command.pathSegments.map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return segment;
      const value = String(left.get(name));
      left.delete(name);
      return value;
    });
    const path = ['/api', slug, ...(id === undefined ? [] : [id]), ...segments].join('/');
    const inQuery = command.httpMethod === 'GET' || command.httpMethod === 'DELETE';
    const query = new URLSearchParams(inQuery ? ([...left] as [string, string][]) : []).toString();
    const body = inQuery ? undefined : JSON.stringify(Object.fromEntries(left));
    const response = await send(role, command.httpMethod, query === '' ? path : `${path}?${query}`, body);
    return response.ok ? 'ok' : `${response.status} ${((await response.json()) as { code: string }).code}`;
  }

  const find = (role: Role, slug: string, name: string): DiscoveryCommand | undefined =>
    catalogs
      .get(role)
      ?.resources.find((each) => each.slug === slug)
      ?.commands.find((each) => each.commandName === name);

  it('does not offer tokens the commands for users only', () => {
    for (const [slug, name] of FOR_PEOPLE) for (const role of ROLES) expect([role, find(role, slug, name)]).toEqual([role, undefined]);
  });

  it.each(commands.filter(([slug, name]) => !FOR_PEOPLE.some((each) => each[0] === slug && each[1] === name)))(
    '%s %s gives every role the verdict that REST gives',
    async (slug, name) => {
      const command = find('admin', slug, name);
      if (command === undefined) throw new Error(`An administrator is not told of ${slug} ${name}.`);
      for (const role of ROLES) {
        for (const id of idsFor(command)) {
          const request = { id, input: inputFor(command) };
          const verdict = await overRest(role, slug, command, request);
          const offered = find(role, slug, name) !== undefined;
          // A role is not offered commands it must not run, and a command that is not offered sends nothing.
          expect([role, id, await overCli(role, [slug, name], request)]).toEqual([role, id, offered ? verdict : 'usage']);
          // Rules that look at the record do not apply without one.
          const isMissing = id !== undefined && !(await send('admin', 'GET', `/api/${slug}/${id}`)).ok;
          if (!offered) expect(isMissing ? ['403 forbidden', '404 not_found'] : ['403 forbidden']).toContain(verdict);
          else if (id === undefined) expect([role, verdict]).not.toEqual([role, '403 forbidden']);
        }
      }
    },
  );

  /** An allowed removal leaves nothing for the second request to find. */
  const idsFor = (command: DiscoveryCommand): readonly (string | undefined)[] => {
    if (command.scope !== 'item') return [undefined];
    return command.httpMethod === 'DELETE' ? ['nothing'] : ['nothing', draftId];
  };
});

/** The required input of a command, of a type that no field accepts, so that it can be sent twice. */
function inputFor(command: DiscoveryCommand): Readonly<Record<string, unknown>> {
  const required = (command.parameters as { required?: readonly string[] } | undefined)?.required ?? [];
  const inPath = new Set(command.pathSegments.map((segment) => segment.slice(1, -1)));
  const written = command.httpMethod !== 'GET' && command.httpMethod !== 'DELETE';
  return Object.fromEntries(required.map((name) => [name, written && !inPath.has(name) ? { not: 'a value' } : 'x']));
}
