import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessRule } from '../objects/access.ts';
import { anonymous, type Caller, hasRole, type Role } from '../callers/caller.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Operations } from '../registry/operation-options.ts';
import { mayList } from '../operations/may-list.ts';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { discoveryRoutes } from './discovery/discovery-routes.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { restRoutes } from './rest/rest-routes.ts';

const isOwner = (caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean => record?.['ownerId'] === caller.id;

/** Every kind of rule, as the rule of an operation on one record. */
const RULES = {
  open: 'public',
  known: 'signed-in',
  look: 'viewer',
  write: 'contributor',
  edit: 'editor',
  manage: 'admin',
  hidden: 'nobody',
  own: isOwner,
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a rule that cannot do without a record
  assert: (caller, record) => record!['ownerId'] === caller.id,
  spread: (caller, record) => Object.entries({ ...record }).some(([name, value]) => name === 'ownerId' && value === caller.id),
  help: (caller, record) => hasRole(caller, 'editor') || isOwner(caller, record),
  reword: (caller, record) => hasRole(caller, 'contributor') && (record === undefined || isOwner(caller, record)),
  reopen: (caller, record) => hasRole(caller, 'contributor') && record?.['state'] === 'closed',
  always: () => true,
  never: () => false,
} satisfies Record<string, AccessRule>;
type Name = keyof typeof RULES;

const NAMES = Object.keys(RULES) as Name[];

class Task extends object(
  { title: text({ required: true }), ownerId: text(), state: text({ default: 'open' }) },
  { table: 'tasks', api: true, mcp: true, cli: { include: NAMES }, access: { read: 'public' } },
) {
  static readonly operations: Operations<Task> = Object.fromEntries(
    NAMES.map((name) => [name, { access: RULES[name], description: name, transaction: false }]),
  );
}
// One method for each rule, each answering its name.
for (const name of NAMES) Object.defineProperty(Task.prototype, name, { value: () => Promise.resolve({ done: name }) });
class Tasks extends collection(Task) {}

/** Everything about these records is for their owner alone. */
class Diary extends object(
  { body: text(), ownerId: text() },
  { table: 'diaries', api: true, mcp: true, access: { read: isOwner, update: 'viewer', delete: isOwner, create: 'viewer' } },
) {}
class Diaries extends collection(Diary) {}

const table = operationTable([Tasks, Diaries]);

const person = (id: string, role: Role): Caller => ({ kind: 'user', id, name: id, tenantId: null, role });
const CALLERS = {
  'no caller': anonymous(),
  viewer: person('viewer', 'viewer'),
  owner: person('owner', 'contributor'),
  other: person('other', 'contributor'),
  admin: person('admin', 'admin'),
} as const satisfies Record<string, Caller>;
type Who = keyof typeof CALLERS;
const WHO = Object.keys(CALLERS) as Who[];

/** Who is shown each operation, in the order of {@link WHO}. */
const LISTED: Readonly<Record<Name, string>> = {
  open: '+++++',
  known: '-++++',
  look: '-++++',
  write: '--+++',
  edit: '----+',
  manage: '----+',
  hidden: '-----',
  own: '-++++',
  assert: '-++++',
  spread: '-++++',
  help: '-++++',
  reword: '--+++',
  reopen: '--+++',
  always: '+++++',
  never: '-----',
};
/** Who may do it with an open task of the owner. */
const ALLOWED: Readonly<Record<Name, string>> = {
  ...LISTED,
  own: '--+--',
  assert: '--+--',
  spread: '--+--',
  help: '--+-+',
  reword: '--+--',
  reopen: '-----',
};
const marked = (marks: string, who: Who): boolean => marks[WHO.indexOf(who)] === '+';

describe('what is listed for a caller', () => {
  let database: Database;
  let app: Hono;
  let task: string;
  let diary: string;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, table.schema);
    task = (await new Tasks(database).add({ title: 'Paint', ownerId: 'owner' })).id;
    diary = (await new Diaries(database).add({ body: 'Rain', ownerId: 'owner' })).id;
    const surface = {
      table,
      database,
      authenticate: (request: Request): Caller => CALLERS[(request.headers.get('x-who') ?? 'no caller') as Who],
      onError: (error: unknown) => console.error(error),
    };
    app = new Hono();
    app.route(
      '/api/_resources',
      discoveryRoutes({ ...surface, policy: (caller, operation) => caller.kind !== 'anonymous' && mayList(operation, caller) }),
    );
    app.route('/api/mcp', mcpRoutes({ ...surface, name: 'tasks', version: '1.0.0' }));
    app.route('/api/v1', restRoutes(surface));
  });
  afterAll(() => database.close());

  const ask = async (who: Who, method: string, path: string, body?: object): Promise<{ status: number; body: any }> => {
    const response = await app.request(path, {
      method,
      headers: { 'x-who': who, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered = await response.text();
    return { status: response.status, body: answered === '' ? undefined : JSON.parse(answered) };
  };
  const tools = async (who: Who): Promise<string[]> =>
    (await ask(who, 'GET', '/api/mcp/tools')).body.tools.map((tool: { name: string }) => tool.name);
  const commands = async (who: Who): Promise<string[]> =>
    (await ask(who, 'GET', '/api/_resources')).body.resources.flatMap((resource: { slug: string; commands: { commandName: string }[] }) =>
      resource.commands.map(({ commandName }) => `${resource.slug} ${commandName}`),
    );

  it.each(WHO.flatMap((who) => NAMES.map((name) => [who, name] as const)))('%s is shown %s on every surface alike', async (who, name) => {
    const expected = marked(LISTED[name], who);
    expect((await tools(who)).includes(`task_${name}`)).toBe(expected);
    expect((await commands(who)).includes(`tasks ${name}`)).toBe(expected && who !== 'no caller');
  });

  it.each(WHO.flatMap((who) => NAMES.map((name) => [who, name] as const)))('%s calls %s by the rule alone', async (who, name) => {
    const expected = marked(ALLOWED[name], who);
    const refused = who === 'no caller' ? 401 : 403;
    expect((await ask(who, 'POST', `/api/v1/tasks/${task}/${name}`)).status).toBe(expected ? 200 : refused);
    const { body } = await ask(who, 'POST', '/api/mcp/call', { name: `task_${name}`, arguments: { id: task } });
    expect(body.isError === true ? body.structuredContent.status : 200).toBe(expected ? 200 : refused);
    // Nobody who may call it is not shown it, and being shown it grants nothing.
    if (expected) expect(marked(LISTED[name], who)).toBe(true);
  });

  it('is what may be called without signing in, in the OpenAPI document', () => {
    const { paths } = openApiDocument(table, { title: 'Tasks', version: '1.0.0' }) as { paths: Record<string, any> };
    for (const name of NAMES) {
      expect(paths[`/tasks/{id}/${name}`].post.security).toEqual(
        marked(LISTED[name], 'no caller') ? [{}, { bearer: [] }] : [{ bearer: [] }],
      );
    }
  });

  it.each([
    ['no caller', [], 401],
    ['viewer', ['create', 'delete', 'get', 'update'], 403],
    ['owner', ['create', 'delete', 'get', 'update'], 200],
    ['other', ['create', 'delete', 'get', 'update'], 403],
    ['admin', ['create', 'delete', 'get', 'update'], 403],
  ] as const)('needs the rule for reading as well: %s', async (who, expected, status) => {
    const listed = (await tools(who)).flatMap((name) => (name.startsWith('diary_') ? [name.slice(6)] : []));
    expect(listed).toEqual(expected);
    expect((await ask(who, 'PATCH', `/api/v1/diaries/${diary}`, { body: `By ${who}` })).status).toBe(status);
  });
});
