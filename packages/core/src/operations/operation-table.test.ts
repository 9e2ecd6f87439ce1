import { CLI_BUILTIN_COMMANDS } from '@colophon/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { type AnyCollectionClass, collection } from '../objects/collection.ts';
import type { CliSetting, ObjectOptions } from '../objects/definition.ts';
import { object } from '../objects/object.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import type { OperationOptions, Operations } from '../registry/operation-options.ts';
import { operationTable, type OperationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';
import { SYSTEM_CALL } from '../callers/call.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';

/** A collection of posts with one operation of its own on a record, `publish`, and one on the collection, `importAll`. */
function posts(options: ObjectOptions = {}, publishing: OperationOptions<undefined> = {}): AnyCollectionClass {
  class Post extends object({ title: text({ required: true }) }, { table: 'posts', api: true, ...options }) {
    static readonly operations: Operations<Post> = { publish: publishing };
    async publish(): Promise<string> {
      return `published ${this.title}`;
    }
  }
  class Posts extends collection(Post) {
    static readonly operations: Operations<Posts> = { importAll: {} };
    async importAll(): Promise<void> {}
  }
  return Posts;
}

/** What the table offers as commands over HTTP, and what in process only. */
function commands(options: ObjectOptions): { http: string[]; local: string[]; warnings: string[] } {
  const table = operationTable([posts(options)]);
  return {
    http: table.operations.filter((operation) => operation.exposed.cli).map((operation) => operation.name),
    local: table.localCommands.map((command) => command.methodName),
    warnings: table.warnings.map((warning) => warning.text),
  };
}

function faultsOf(build: () => unknown): readonly string[] {
  try {
    build();
  } catch (error) {
    expect(error).toBeInstanceOf(RegistryError);
    return (error as RegistryError).faults;
  }
  return [];
}

const CRUD = ['list', 'get', 'create', 'update', 'delete'];

describe('the cli setting', () => {
  it.each<[string, CliSetting | undefined, ObjectOptions['api'], string[]]>([
    ['unset: the CRUD commands', undefined, true, CRUD],
    ['true: the CRUD commands', true, true, CRUD],
    ['{}: the same', {}, true, CRUD],
    ['true: only what the API exposes', true, { include: ['list', 'get'] }, ['list', 'get']],
    ['false: none', false, true, []],
    ['include: exactly these', { include: ['list', 'publish', 'importAll'] }, true, ['list', 'publish', 'importAll']],
    ['exclude: the CRUD commands without these', { exclude: ['delete'] }, true, ['list', 'get', 'create', 'update']],
    ['include and exclude: these without those', { include: ['list', 'publish'], exclude: ['publish'] }, true, ['list']],
    ['no API: none', true, undefined, []],
  ])('%s', (_, cli, api, http) => {
    const offered = commands({ ...(cli === undefined ? {} : { cli }), api: api ?? false });
    expect(offered.http.toSorted()).toEqual(http.toSorted());
    expect(offered.local).toEqual([]);
  });

  it('refuses to include what the API does not expose', () => {
    expect(faultsOf(() => commands({ api: { include: ['list'] }, cli: { include: ['list', 'publish', 'importAll'] } }))).toEqual([
      'Post.publish: cli.include lists it but the API does not expose it; expose it, or set skipApiCheck',
      'Post.importAll: cli.include lists it but the API does not expose it; expose it, or set skipApiCheck',
    ]);
  });

  it('skipApiCheck: true waives that for the class; such commands run in process only, and discovery warns', () => {
    const offered = commands({ api: { include: ['list'] }, cli: { include: ['list', 'publish'], skipApiCheck: true } });
    expect(offered).toEqual({
      http: ['list'],
      local: ['publish'],
      warnings: ['Post.publish: it has no API route, so it runs in process only'],
    });
  });

  it('skipApiCheck: [names] waives it for those named, and the others stay checked', () => {
    const setting = { include: ['publish', 'importAll'], skipApiCheck: ['publish'] };
    expect(faultsOf(() => commands({ api: { include: ['list'] }, cli: setting }))).toEqual([
      'Post.importAll: cli.include lists it but the API does not expose it; expose it, or set skipApiCheck',
    ]);
    expect(commands({ api: { include: ['list', 'importAll'] }, cli: setting })).toMatchObject({ http: ['importAll'], local: ['publish'] });
  });

  it('names every command that there is not, wherever it is named', () => {
    const cli = { include: ['lst'], exclude: ['dleete'], skipApiCheck: ['publsh'] };
    expect(faultsOf(() => commands({ api: { include: ['gett'] }, mcp: { exclude: ['creat'] }, cli }))).toEqual([
      'Post.gett: api lists it but the class has no such operation',
      'Post.creat: mcp lists it but the class has no such operation',
      'Post.lst: cli.include lists it but it is not a command of the class',
      'Post.dleete: cli.exclude lists it but it is not a command of the class',
      'Post.publsh: cli.skipApiCheck lists it but it is not a command of the class',
    ]);
  });

  it('http: false keeps the commands for the client in the process', () => {
    expect(commands({ cli: { http: false } })).toEqual({ http: [], local: CRUD, warnings: [] });
    expect(commands({ cli: { include: ['publish'], http: false } })).toEqual({ http: [], local: ['publish'], warnings: [] });
  });
});

describe('coherence', () => {
  it('names the faults of all classes at once', () => {
    class Memo extends object({ title: text() }, { table: 'memos', api: { include: ['nothing'] } }) {}
    class Memos extends collection(Memo) {}
    const faults = faultsOf(() => operationTable([posts({ cli: { include: ['nowhere'] } }), Memos]));
    expect(faults).toEqual([
      'Post.nowhere: cli.include lists it but it is not a command of the class',
      'Memo.nothing: api lists it but the class has no such operation',
    ]);
    expect(new RegistryError(faults).message).toMatch(/2 faults[\s\S]*Post\.nowhere[\s\S]*Memo\.nothing/);
  });

  it.each<[string, ObjectOptions, string]>([
    ['a reserved name', { table: 'mcp' }, 'Post: the collection name mcp is reserved by the framework'],
    ['a name that no URL takes', { table: '_x' }, 'Post: "-x" cannot be a collection name'],
  ])('refuses %s', (_, options, fault) => {
    expect(faultsOf(() => operationTable([posts(options)]))).toContain(fault);
  });

  it.each([...CLI_BUILTIN_COMMANDS])('refuses a collection called %s, which the command-line client answers to itself', (table) => {
    expect(faultsOf(() => operationTable([posts({ table })]))).toContain(`Post: the collection name ${table} is reserved by the framework`);
  });

  it('refuses two collections of one name, and two classes on one table', () => {
    class Other extends object({ title: text() }, { table: 'posts' }) {}
    class Others extends collection(Other) {}
    expect(faultsOf(() => operationTable([posts(), Others]))).toEqual([
      'Other: its table posts is also used by Post',
      'Other: the collection name posts is also used by Post',
    ]);
  });

  it.each<[string, OperationOptions<undefined>, RegExp]>([
    ['the route of another operation', { method: 'PATCH', path: [] }, /Post\.publish: has the same route as update: PATCH \/\{\}/],
    ['a segment that is none', { path: ['Publish Now'] }, /"Publish Now" cannot be a path segment/],
    ['a parameter that the input has not', { path: ['{when}'] }, /its path has the parameter when, which its input does not have/],
  ])('refuses an operation with %s', (_, options, message) => {
    expect(faultsOf(() => operationTable([posts({}, options)])).join('\n')).toMatch(message);
  });

  it('refuses a route that differs from another in the name of its parameter only', () => {
    class Post extends object({ title: text() }, { table: 'posts', api: true }) {}
    class Posts extends collection(Post) {
      static readonly operations: Operations<Posts> = {
        bySlug: { method: 'GET', path: ['{slug}'], input: z.object({ slug: z.string() }) },
      };
      async bySlug(input: { slug: string }): Promise<string> {
        return input.slug;
      }
    }
    expect(faultsOf(() => operationTable([Posts]))).toEqual(['Post.bySlug: has the same route as get: GET /{}']);
  });

  it('refuses operations without a method, and one name for two', () => {
    class Post extends object({ title: text() }, { table: 'posts' }) {
      static readonly operations: Record<string, object> = { vanish: {}, count: {} };
      async count(): Promise<number> {
        return 1;
      }
    }
    class Posts extends collection(Post) {
      static readonly operations: Record<string, object> = { count: {} };
    }
    expect(faultsOf(() => operationTable([Posts]))).toEqual([
      'Post.vanish: operations lists it but there is no such method',
      'Posts.count: Post also has an operation of that name',
    ]);
  });

  it('refuses commands that are spelt alike', () => {
    class Post extends object({ title: text() }, { table: 'posts' }) {
      static readonly operations: Operations<Post> = { setURL: {}, setUrl: {} };
      async setURL(): Promise<void> {}
      async setUrl(): Promise<void> {}
    }
    class Posts extends collection(Post) {}
    expect(faultsOf(() => operationTable([Posts])).join()).toMatch(/Post\.setUrl: is the same command as setURL: set-url/);
  });

  it('refuses subclasses that cannot be told apart or disagree', () => {
    class Base extends object({ type: text({ default: 'base' }), a: text() }, { table: 'bases', type: { field: 'type' } }) {}
    class One extends Base.extend({ size: text() }) {
      static readonly typeName = 'one';
    }
    class Two extends Base.extend({ size: integer() }) {
      static readonly typeName = 'one';
    }
    class Three extends Base.extend({}) {}
    class Bases extends collection(Base) {}
    class Ones extends collection(One) {}
    class Twos extends collection(Two) {}
    class Threes extends collection(Three) {}
    expect(faultsOf(() => operationTable([Bases, Ones, Twos, Threes]))).toEqual([
      'Two: its typeName one is also used by One',
      'Two.size: is integer, and text in One, which has the same column',
      'Three: it is a type of Base but has no typeName',
      'Three: the collection name bases is also used by Base',
    ]);
  });

  it('refuses a subclass that would change what a column of its table means', () => {
    class Base extends object(
      { type: text({ default: 'base', values: ['base', 'one'] }), a: text(), b: text({ private: true }) },
      { table: 'bases', type: { field: 'type' } },
    ) {}
    class One extends Base.extend({ b: text(), size: integer({ private: true }) }) {
      static readonly typeName = 'one';
    }
    class Two extends Base.extend({ size: integer() }) {
      static readonly typeName = 'Two';
    }
    class Bases extends collection(Base) {}
    class Ones extends collection(One) {}
    class Twos extends collection(Two) {}
    expect(faultsOf(() => operationTable([Bases, Ones, Twos]))).toEqual([
      'One.b: Base has a field of that name, which a subclass cannot declare again',
      'Two: its typeName Two is not a value of Base.type',
      'Two.size: private differs from One, which has the same column',
    ]);
  });

  it('says what a collection refers to and is not given', async () => {
    const { reference } = await import('../fields/reference.ts');
    class Remark extends object({ post: reference('posts') }, { table: 'remarks' }) {}
    class Remarks extends collection(Remark) {}
    expect(faultsOf(() => operationTable([Remarks]))).toEqual(['remarks refers to posts, which is not among the collections given.']);
  });
});

describe('the probe', () => {
  it('refuses a class that declares a field again, which would lose its values', () => {
    const Base = object({ title: text(), body: text() }, { table: 'things' });
    class Thing extends Base {
      override title = 'lost';
      // @ts-expect-error an accessor of that name
      get body(): string {
        return '';
      }
    }
    class Things extends collection(Thing) {}
    const faults = faultsOf(() => operationTable([Things]));
    expect(faults.join('\n')).toMatch(/Thing/);
    expect(faults.length).toBeGreaterThan(0);
  });

  it('refuses a field named like a member that every object has', () => {
    class Thing extends object({ save: text(), database: text() }, { table: 'things' }) {}
    class Things extends collection(Thing as never) {}
    expect(faultsOf(() => operationTable([Things])).join('\n')).toMatch(/Thing\.(save|database): every object has a member of that name/);
  });

  it('lets declare narrow a type', () => {
    class Thing extends object({ kind: text() }, { table: 'things' }) {
      declare kind: 'a' | 'b' | null;
    }
    class Things extends collection(Thing) {}
    expect(operationTable([Things]).resources).toHaveLength(1);
  });
});

describe('names', () => {
  class TagAlias extends object(
    { type: text({ default: 'x' }), alias: text() },
    { table: 'tag_aliases', api: true, type: { field: 'type' } },
  ) {}
  class ShortAlias extends TagAlias {
    static readonly typeName = 'short';
  }
  class ShortAliases extends collection(ShortAlias) {}
  class TagAliases extends collection(TagAlias) {}
  const slugs = (table: OperationTable): string[] => table.resources.map((resource) => resource.slug);

  it('are kebab-case in routes and commands, by one setting', () => {
    expect(slugs(operationTable([TagAliases, ShortAliases]))).toEqual(['tag-aliases', 'short-aliases']);
    expect(slugs(operationTable([TagAliases, ShortAliases], { kebabRoutes: false }))).toEqual(['tag_aliases', 'short_aliases']);
    expect(operationTable([posts()]).operation('posts.importAll')).toMatchObject({
      commandName: 'import-all',
      path: ['import-all'],
      method: 'POST',
    });
  });

  it('share one table where they share a class', () => {
    expect(operationTable([TagAliases, ShortAliases]).schema.map((table) => table.name)).toEqual([
      'tag_aliases',
      '_idempotency',
      '_claims',
      'search_words',
      'search_fills',
      'search_forms',
    ]);
  });
});

describe('a local command', () => {
  it('runs in the process like any other operation', async () => {
    const table = operationTable([posts({ api: { include: ['list'] }, cli: { include: ['publish'], skipApiCheck: true } })]);
    const database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, table.schema);
    const created = await runOperation(table.operation('posts.create')!, { database, call: SYSTEM_CALL, input: { title: 'x' } });
    const [command] = table.localCommands;
    const answer = await runOperation(command!.operation, { database, call: SYSTEM_CALL, key: created.createdKey });
    expect(answer).toMatchObject({ kind: 'value', value: 'published x' });
    await database.close();
  });
});
