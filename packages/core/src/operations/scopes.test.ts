import { beforeAll, describe, expect, it } from 'vitest';
import { requireScope } from '../callers/require-scope.ts';
import { makeCall } from '../callers/call.ts';
import { type Caller, nameOfCaller, type Role } from '../callers/caller.ts';
import { includesScope, type Scope, SCOPES } from '../callers/scopes.ts';
import { AuditEntries } from '../audit/audit-entry.ts';
import { ColophonError } from '../errors/colophon-error.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import type { SaveContext } from '../objects/hooks.ts';
import { object } from '../objects/object.ts';
import type { Operations } from '../registry/operation-options.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { operationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

class Leaf extends object(
  { title: text({ required: true }), status: text({ values: ['draft', 'published'], default: 'draft' }) },
  {
    table: 'leaves',
    api: true,
    access: {
      read: 'viewer',
      create: 'contributor',
      update: 'contributor',
      // A rule that is no role still asks for one.
      delete: (caller) => caller.role === 'admin',
      operations: { stamp: 'admin', burn: 'editor', look: 'viewer' },
    },
  },
) {
  static readonly operations: Operations<Leaf> = {
    stamp: {},
    burn: { effects: 'destructive' },
    look: { effects: 'read' },
  };

  protected override async beforeSave({ call }: SaveContext): Promise<void> {
    if (this.status === 'published') requireScope(call, 'publish');
  }

  async stamp(): Promise<this> {
    return this;
  }
  async burn(): Promise<this> {
    return this;
  }
  async look(): Promise<this> {
    return this;
  }
}
class Leaves extends collection(Leaf) {}

const table = operationTable([Leaves, AuditEntries]);

/** An agent of a person with a role: without the scope of admins, no more than an editor. */
function agentOf(role: Role, scopes: readonly Scope[]): Caller {
  const acting = role === 'admin' && !scopes.includes('admin') ? 'editor' : role;
  const agent = { grantId: 'g', clientId: 'c', name: 'Quill', verifiedHost: 'agent.example', scopes, role, ask: 'never' } as const;
  return { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: acting, agent };
}

describe('an agent', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(':memory:');
    await applyMigrations(database, table.schema);
    return () => database.close();
  });

  /** How an operation is answered: `ok`, or which scopes are missing, or the code of the refusal. */
  async function verdict(name: string, caller: Caller, input?: unknown): Promise<string> {
    const operation = table.operation(`leaves.${name}`);
    if (!operation) throw new Error(`no operation ${name}`);
    const key = operation.scope === 'item' ? (await new Leaves(database).add({ title: 'A leaf' })).id : undefined;
    try {
      await runOperation(operation, { database, call: makeCall({ caller }), key, input });
      return 'ok';
    } catch (error) {
      if (!(error instanceof ColophonError)) throw error;
      return error.code === 'insufficient_scope' ? String(error.extensions['scope']) : error.code;
    }
  }

  /** Each operation with the scopes without which it is refused, for an agent of an admin. */
  const NEEDS: readonly (readonly [string, unknown, readonly Scope[]])[] = [
    ['list', {}, ['read']],
    ['get', {}, ['read']],
    ['look', undefined, ['read']],
    ['create', { title: 'A leaf' }, ['write']],
    ['update', { title: 'Another' }, ['write']],
    ['create', { title: 'A leaf', status: 'published' }, ['write', 'publish']],
    ['update', { status: 'published' }, ['write', 'publish']],
    ['burn', undefined, ['delete']],
    ['delete', {}, ['delete', 'admin']],
    ['stamp', undefined, ['write', 'admin']],
  ];
  const SETS: readonly (readonly Scope[])[] = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
    SCOPES.filter((_scope, index) => (bits >> index) % 2 === 1),
  );

  it.each(NEEDS)('%s %j needs %j, whatever else it has', async (name, input, needed) => {
    for (const scopes of SETS) {
      const has = needed.every((scope) => includesScope(scopes, scope));
      const answer = await verdict(name, agentOf('admin', scopes), input);
      if (has) expect([scopes, answer]).toEqual([scopes, 'ok']);
      else {
        expect([scopes, answer]).not.toEqual([scopes, 'ok']);
        // What it has is named too, so that it loses nothing by asking again.
        expect(answer.split(' ')).toEqual(expect.arrayContaining([...scopes]));
      }
    }
  });

  it('is told all that it lacks at once, as far as the operation says', async () => {
    expect(await verdict('stamp', agentOf('admin', ['read']))).toBe('read write admin');
    expect(await verdict('delete', agentOf('admin', ['read', 'delete']))).toBe('read delete admin');
  });

  it('gets no role by a scope', async () => {
    expect(await verdict('stamp', agentOf('editor', [...SCOPES]))).toBe('forbidden');
    expect(await verdict('delete', agentOf('editor', [...SCOPES]))).toBe('forbidden');
    expect(await verdict('create', agentOf('viewer', [...SCOPES]), { title: 'A leaf' })).toBe('forbidden');
  });

  it('is refused with a challenge that names what it needs', async () => {
    const call = makeCall({ caller: agentOf('editor', ['read']) });
    expect(() => requireScope(call, 'write', 'publish')).toThrow(
      expect.objectContaining({
        status: 403,
        headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="read write publish"' },
      }),
    );
  });

  it('is named in the audit log; people and programs with tokens have no scopes', async () => {
    const caller = agentOf('editor', ['write']);
    expect(nameOfCaller(caller)).toBe('Ada through Quill (agent.example)');
    const leaf = await new Leaves(database, makeCall({ caller })).add({ title: 'By an agent' });
    const [entry] = await new AuditEntries(database).list({ where: { objectId: leaf.id } });
    expect(entry).toMatchObject({ callerKind: 'user', callerId: 'ada', callerName: 'Ada through Quill (agent.example)' });
    const { agent: _, ...person } = agentOf('admin', []);
    expect(() => requireScope({ caller: person }, ...SCOPES)).not.toThrow();
    expect(await verdict('delete', { ...person, role: 'admin' }, {})).toBe('ok');
  });
});
