import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, makeCall } from '../callers/call.ts';
import type { Role } from '../callers/caller.ts';
import { ConflictError } from '../errors/errors.ts';
import { boolean } from '../fields/boolean.ts';
import { computed } from '../fields/computed.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer } from '../fields/numbers.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { collection } from './collection.ts';
import { setDefaultDatabase } from './default-database.ts';
import { junction } from './junction.ts';
import { object } from './object.ts';
import { schemaOf } from './schema.ts';
import type { SaveContext } from './hooks.ts';

let hooks: string[] = [];
let failing = '';
let serial = 0;

class Note extends object(
  {
    type: text({ default: 'note' }),
    title: text({ required: true }),
    context: text({ default: '' }),
    slug: text(),
    body: text({ default: '', listed: false }),
    pages: integer(),
    tags: list(text()),
    metadata: json<{ origin?: string; deep?: { list: number[] } }>({ default: {} }),
    secret: text({ private: true, default: 'hush' }),
    words: computed(integer({ required: true }), ['body'], ({ body }) => String(body).split(/\s+/).filter(Boolean).length),
    hint: computed(text({ required: true }), ['secret'], ({ secret }) => String(secret).slice(0, 1), { private: true }),
  },
  { table: 'notes', type: { field: 'type' }, tenant: true, unique: [['tenantId', 'context', 'slug']] },
) {
  protected override async beforeSave(context: SaveContext): Promise<void> {
    this.#note('beforeSave', context);
    if (this.title === 'Untidy') this.title = 'Tidy';
    if (this.slug === null && this.context !== 'unslugged') this.slug = `note-${(serial += 1)}`;
  }

  protected override async afterSave(context: SaveContext): Promise<void> {
    this.#note('afterSave', context);
  }

  protected override async beforeDelete(context: SaveContext): Promise<void> {
    this.#note('beforeDelete', context);
  }

  protected override async afterDelete(context: SaveContext): Promise<void> {
    this.#note('afterDelete', context);
  }

  #note(hook: string, { created, changed }: SaveContext): void {
    hooks.push(
      `${hook}${created ? ' created' : ''} ${changed.filter((name) => !['id', 'rev', 'created_at', 'updated_at'].includes(name)).join()}`.trim(),
    );
    if (hook === failing) throw new Error(`${hook} fails`);
  }
}

class Task extends Note.extend({ due: text({ required: true }), done: boolean({ default: false }), steps: list(text()) }) {
  static readonly typeName = 'task';
}
class Quote extends Note.extend({ author: text({ required: true }) }) {
  static readonly typeName = 'quote';
}
class Tasks extends collection(Task) {}
class Quotes extends collection(Quote) {}
class Notes extends collection(Note, { requires: () => [Tasks, Quotes] }) {}

class Folder extends object({ name: text({ required: true }) }, { table: 'folders', key: 'name' }) {}
class Folders extends collection(Folder, {
  junctions: [junction('folder_notes', { folder_name: () => Folder, note_id: () => Note })],
  requires: () => [Notes],
}) {}
class Remark extends object(
  {
    noteId: reference(() => Note, { required: true, onDelete: 'cascade' }),
    folder: reference('folders', { onDelete: 'set null' }),
    parent: reference('remarks'),
    text: text({ default: '' }),
  },
  { table: 'remarks' },
) {}
class Remarks extends collection(Remark, { requires: () => [Notes, Folders] }) {}

const as = (tenantId: string | null, role: Role = 'editor'): Call =>
  makeCall({ caller: { kind: 'user', id: 'u', name: 'U', tenantId, role } });

describeOnEveryDatabase('objects', (open) => {
  let database: Database;
  let notes: Notes;

  beforeAll(async () => {
    database = await open();
    await Remarks.create({ db: database });
    notes = new Notes(database);
  });
  beforeEach(() => {
    hooks = [];
    failing = '';
  });

  describe('a record', () => {
    it('gets an id that sorts by time, a revision and its times', async () => {
      const first = await notes.add({ title: 'One' });
      const second = await notes.add({ title: 'Two' });
      expect(first).toMatchObject({ rev: 1, title: 'One', body: '', pages: null, tags: [], metadata: {}, isStored: true });
      expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(first.id < second.id).toBe(true);
      expect(first.created_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    });

    it('comes back as it was stored, of every kind', async () => {
      const values = {
        title: 'Ä \u{1f600}',
        pages: -7,
        tags: ['a', 'b'],
        metadata: { origin: 'x', deep: { list: [1, 2.5] } },
        slug: 'whole',
      };
      const { id } = await notes.add(values);
      const read = await notes.require(id);
      expect(read).toBeInstanceOf(Note);
      expect(read).toMatchObject({ ...values, rev: 1, tenantId: null });
    });

    it('does not share its defaults with the next one', async () => {
      const one = new Note({ title: 'x' });
      one.tags.push('a');
      one.metadata.origin = 'here';
      expect(new Note({ title: 'y' })).toMatchObject({ tags: [], metadata: {} });
    });

    it('is refused with every field at fault', async () => {
      const bad = { title: '', pages: 1.5, tags: [1], metadata: 'x', slug: 'a\0' } as never;
      const error = await notes.add(bad).catch((thrown: unknown) => thrown as { errors: { pointer: string }[] });
      expect(error).toMatchObject({ status: 422, code: 'validation' });
      expect((error as { errors: { pointer: string }[] }).errors.map((each) => each.pointer).toSorted()).toEqual([
        '/metadata',
        '/pages',
        '/slug',
        '/tags/0',
        '/title',
      ]);
    });

    it('says which field is missing', async () => {
      // @ts-expect-error the title is missing
      await expect(notes.add({})).rejects.toMatchObject({ errors: [{ pointer: '/title', code: 'required' }] });
      await expect(notes.add({ title: 7 as never })).rejects.toMatchObject({ errors: [{ pointer: '/title', code: 'invalid_type' }] });
    });

    it('refuses fields that there are not, when it is made and when it is changed', async () => {
      expect(() => notes.make({ title: 'x', colour: 'red' } as never)).toThrowError(
        expect.objectContaining({ status: 422, errors: [expect.objectContaining({ pointer: '/colour', code: 'unknown_field' })] }),
      );
      const { id } = await notes.add({ title: 'x' });
      await expect(notes.update(id, { colour: 'red' } as never)).rejects.toMatchObject({ errors: [{ pointer: '/colour' }] });
      await expect(notes.update(id, { words: 3 } as never)).rejects.toMatchObject({ errors: [{ pointer: '/words' }] });
    });

    it('may be mended and saved again after it was refused', async () => {
      const note = notes.make({ title: '' });
      await expect(note.save()).rejects.toMatchObject({ status: 422 });
      note.title = 'Mended';
      expect((await note.save()).rev).toBe(1);
      note.title = '';
      await expect(note.save()).rejects.toMatchObject({ status: 422 });
      note.title = 'Mended again';
      expect((await note.save()).rev).toBe(2);
    });

    it('counts its revisions, and a save that changes nothing is none', async () => {
      const note = await notes.add({ title: 'x', metadata: { origin: 'a' } });
      note.title = 'y';
      await note.save();
      expect(note.rev).toBe(2);
      note.metadata = { origin: 'a' };
      note.tags = [];
      await note.save();
      expect(note.rev).toBe(2);
      expect((await notes.require(note.id)).rev).toBe(2);
    });

    it('is not older after a save than before, though the clock goes back', async () => {
      const { id, updated_at } = await notes.add({ title: 'x' });
      const late = new Notes(database, makeCall({ now: () => new Date('2001-01-01T00:00:00Z') }));
      expect((await late.update(id, { title: 'y' })).updated_at).toBe(updated_at);
    });

    it('keeps its key', async () => {
      const note = await notes.add({ title: 'x' });
      note.id = 'other';
      await expect(note.save()).rejects.toMatchObject({ errors: [{ pointer: '/id', code: 'read_only' }] });
    });

    it('is found by no key that cannot be one', async () => {
      for (const key of ['', 'a\0', '../notes', '\ud800', 'x'.repeat(5000), "' or 1=1"]) expect(await notes.get(key)).toBeUndefined();
      await expect(notes.require('nowhere')).rejects.toMatchObject({ status: 404, code: 'not_found' });
      await expect(notes.update('nowhere', {})).rejects.toMatchObject({ status: 404 });
      await expect(notes.remove('nowhere')).rejects.toMatchObject({ status: 404 });
    });
  });

  describe('two writers of one record', () => {
    it('do not overwrite each other: the second is stale', async () => {
      const { id } = await notes.add({ title: 'x' });
      const [one, other] = [await notes.require(id), await notes.require(id)];
      one.title = 'one';
      await one.save();
      other.title = 'other';
      await expect(other.save()).rejects.toMatchObject({ status: 409, code: 'stale' });
      expect((await notes.require(id)).title).toBe('one');
      await expect(other.delete()).rejects.toMatchObject({ code: 'stale' });
    });

    it('at once: one wins, and update through the collection waits its turn', async () => {
      const { id } = await notes.add({ title: 'x', pages: 0 });
      const instances = await Promise.all(Array.from({ length: 5 }, () => notes.require(id)));
      const saved = await Promise.allSettled(instances.map((each, index) => Object.assign(each, { title: `t${index}` }).save()));
      expect(saved.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
      await Promise.all(
        Array.from({ length: 10 }, () =>
          notes.transaction(async () => {
            const note = await notes.getForUpdate(id);
            await Object.assign(note!, { pages: (note!.pages ?? 0) + 1 }).save();
          }),
        ),
      );
      expect((await notes.require(id)).pages).toBe(10);
    });

    it('cannot save what was deleted, nor delete it twice', async () => {
      const { id } = await notes.add({ title: 'x' });
      const [one, other] = [await notes.require(id), await notes.require(id)];
      await one.delete();
      expect(one.isStored).toBe(false);
      other.title = 'y';
      await expect(other.save()).rejects.toMatchObject({ code: 'stale' });
      await expect(other.delete()).rejects.toMatchObject({ code: 'stale' });
    });
  });

  describe('hooks', () => {
    it('run round the write, in order, knowing what changed', async () => {
      const note = await notes.add({ title: 'Untidy' });
      expect(note.title).toBe('Tidy');
      expect(hooks.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual(['beforeSave created', 'afterSave created']);
      hooks = [];
      note.title = 'New';
      await note.save();
      await note.save();
      await note.delete();
      expect(hooks).toEqual(['beforeSave title', 'afterSave title', 'beforeSave', 'afterSave', 'beforeDelete', 'afterDelete']);
    });

    it.each(['beforeSave', 'afterSave'])('undo the save when %s fails', async (hook) => {
      const note = await notes.add({ title: 'before' });
      failing = hook;
      note.title = 'after';
      await expect(note.save()).rejects.toThrow(`${hook} fails`);
      expect((await notes.require(note.id)).title).toBe('before');
      const made = notes.make({ title: 'never' });
      await expect(made.save()).rejects.toThrow(`${hook} fails`);
      expect(await notes.count({ where: { title: 'never' } })).toBe(0);
    });

    it.each(['beforeDelete', 'afterDelete'])('undo the deletion when %s fails', async (hook) => {
      const note = await notes.add({ title: 'kept' });
      failing = hook;
      await expect(note.delete()).rejects.toThrow(`${hook} fails`);
      expect(await notes.get(note.id)).toBeDefined();
    });
  });

  describe('unique rules and references', () => {
    it('name the fields that are taken; nulls count as equal, an empty text is no null', async () => {
      await notes.add({ title: 'x', slug: 'taken' });
      await expect(notes.add({ title: 'y', slug: 'taken' })).rejects.toMatchObject({
        status: 409,
        code: 'not_unique',
        errors: [{ pointer: '/context' }, { pointer: '/slug' }],
      });
      await notes.add({ title: 'x', slug: 'taken', tenantId: 't1' });
      await notes.add({ title: 'x', context: 'unslugged', tenantId: 't1' });
      await expect(notes.add({ title: 'x', context: 'unslugged', tenantId: 't1' })).rejects.toBeInstanceOf(ConflictError);
      await notes.add({ title: 'x', context: 'unslugged', tenantId: 't1', slug: '' });
    });

    it('refuse a value that is too long to be looked up by where the database cannot hold it', async () => {
      // Not one that compresses.
      const slug = Array.from({ length: 9000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('');
      const saved = await notes.add({ title: 'x', slug }).catch((error: unknown) => error);
      expect(saved instanceof Note ? 'saved' : saved).toSatisfy(
        (outcome) => outcome === 'saved' || (outcome as { code: string }).code === 'too_long',
      );
    });

    it('refuse what refers to nothing, by name where the database tells', async () => {
      const remarks = new Remarks(database);
      await expect(remarks.add({ noteId: 'nowhere' })).rejects.toMatchObject({ status: 422, code: 'bad_reference' });
    });

    it('follow a deletion as the reference says', async () => {
      const remarks = new Remarks(database);
      const folder = await new Folders(database).add({ name: 'in' });
      const note = await notes.add({ title: 'x' });
      const remark = await remarks.add({ noteId: note.id, folder: 'in' });
      const answer = await remarks.add({ noteId: note.id, parent: remark.id });
      await expect(remark.delete()).rejects.toMatchObject({ status: 409, code: 'in_use' });
      await folder.delete();
      expect((await remarks.require(remark.id)).folder).toBeNull();
      await answer.delete();
      await note.delete();
      expect(await remarks.get(remark.id)).toBeUndefined();
    });

    it('keep a junction to one row a pair, which goes with either side', async () => {
      await new Folders(database).add({ name: 'box' });
      const { id } = await notes.add({ title: 'x' });
      const insert = () =>
        database.run(
          database.dialect.builder
            .insertInto('folder_notes')
            .values({ folder_name: 'box', note_id: id, created_at: new Date().toISOString() })
            .compile(),
        );
      await insert();
      await expect(insert()).rejects.toSatisfy((error) => database.dialect.constraintOf(error)?.kind === 'unique');
      await notes.remove(id);
      expect(await database.all(database.dialect.builder.selectFrom('folder_notes').selectAll().compile())).toEqual([]);
    });
  });

  describe('single-table inheritance', () => {
    it('gives each row the class that its type names, and any other type the root', async () => {
      const task = await notes.add({ title: 't', type: 'task', due: 'today' } as never);
      expect(task).toBeInstanceOf(Task);
      const read = await notes.require(task.id);
      expect(read).toBeInstanceOf(Task);
      expect(read).toMatchObject({ due: 'today', done: false, steps: [] });
      const odd = await notes.add({ title: 'o', type: 'sketch' });
      expect((await notes.require(odd.id)).constructor).toBe(Note);
    });

    it('writes and reads a subclass by its own collection, which knows no other', async () => {
      const tasks = new Tasks(database);
      const task = await tasks.add({ title: 't', due: 'now', steps: ['a'] });
      expect(task.type).toBe('task');
      const quote = await notes.add({ title: 'q', type: 'quote', author: 'Bo' } as never);
      expect(await tasks.get(quote.id)).toBeUndefined();
      expect((await tasks.list({ limit: 1000 })).every((each) => each.type === 'task')).toBe(true);
      expect(await tasks.count({ where: { steps: 'a' } })).toBe(1);
      // @ts-expect-error `due` is missing
      await expect(tasks.add({ title: 'x' })).rejects.toMatchObject({ errors: [{ pointer: '/due', code: 'required' }] });
    });

    it('keeps a subclass to its own type, and every record to the one it has', async () => {
      await expect(new Tasks(database).add({ title: 'x', due: 'x', type: 'quote' })).rejects.toMatchObject({
        errors: [{ pointer: '/type', code: 'wrong_type' }],
      });
      const note = await notes.add({ title: 'x' });
      note.type = 'task';
      await expect(note.save()).rejects.toMatchObject({ errors: [{ pointer: '/type', code: 'read_only' }] });
    });
  });

  describe('private and computed fields', () => {
    it('leave private ones out of every answer, and answer computed ones', async () => {
      const note = await notes.add({ title: 'x', body: 'one two', secret: 'key' });
      expect(note.words).toBe(2);
      const json = note.toJSON();
      expect(json).toMatchObject({ title: 'x', words: 2 });
      expect(JSON.stringify(json)).not.toMatch(/secret|hint|key|hush/);
      const { items } = await notes.rows({ where: { title: 'x' } });
      expect(JSON.stringify(items)).not.toMatch(/secret|hint/);
      expect((await notes.require(note.id)).secret).toBe('key');
    });

    it('refuse private ones in a filter, an order and a list of fields, as if they were not there', async () => {
      for (const query of [{ where: { secret: 'key' } }, { orderBy: 'secret' }, { fields: ['secret'] }, { fields: ['hint'] }]) {
        await expect(notes.rows(query as never)).rejects.toMatchObject({ status: 400, errors: [{ code: 'unknown_field' }] });
      }
    });

    it('count records by the values of a field, the most frequent first, within what may be read', async () => {
      for (const [pages, tenantId] of [
        [3, 'acme'],
        [1, 'acme'],
        [3, 'acme'],
        [null, 'acme'],
        [9, 'other'],
      ] as const)
        await notes.add({ title: 'Counted', pages, tenantId } as never);
      const call = makeCall({ caller: { kind: 'user', id: 'u', name: null, tenantId: 'acme', role: 'viewer' } });
      const counted = new Notes(database, call);
      expect(await counted.countBy('pages', { where: { title: 'Counted' } })).toEqual([
        { value: 3, count: 2 },
        { value: null, count: 1 },
        { value: 1, count: 1 },
      ]);
      for (const field of ['secret', 'metadata', 'tags', 'words', 'nothing', '__proto__'])
        await expect(counted.countBy(field)).rejects.toMatchObject({ status: 400 });
    });

    it('list without what is left out of lists, unless it is asked for', async () => {
      await notes.add({ title: 'long', body: 'a b c' });
      const [plain] = (await notes.rows({ where: { title: 'long' } })).items;
      expect(plain).not.toHaveProperty('body');
      expect(plain).toHaveProperty('words', 3);
      const [asked] = (await notes.rows({ where: { title: 'long' }, fields: ['title', 'body'] })).items;
      expect(Object.keys(asked ?? {}).toSorted()).toEqual(['body', 'id', 'title']);
    });
  });

  describe('tenancy', () => {
    const one = () => new Notes(database, as('one'));
    const two = () => new Notes(database, as('two'));

    it('gives each tenant its own rows and the global ones, in every kind of read', async () => {
      const mine = await one().add({ title: 'tenancy', slug: 'mine' });
      const theirs = await two().add({ title: 'tenancy', slug: 'theirs' });
      const shared = await notes.add({ title: 'tenancy', slug: 'shared' });
      expect([mine.tenantId, theirs.tenantId, shared.tenantId]).toEqual(['one', 'two', null]);
      const seen = { where: { title: 'tenancy' } };
      expect((await one().list({ ...seen, orderBy: 'slug' })).map((each) => each.slug)).toEqual(['mine', 'shared']);
      expect(await one().count(seen)).toBe(2);
      expect((await one().rows(seen)).count).toBe(2);
      expect(await one().get(theirs.id)).toBeUndefined();
      expect(await one().find({ slug: 'theirs' })).toBeUndefined();
      expect(await one().findMatching(where('slug', 'eq', 'theirs'))).toBeUndefined();
      expect((await new Notes(database, as(null)).list(seen)).map((each) => each.slug)).toEqual(['shared']);
      expect(await notes.count(seen)).toBe(3);
    });

    it('writes for the tenant of the caller, whatever is asked', async () => {
      const made = await one().add({ title: 'x', tenantId: 'two' });
      expect(made.tenantId).toBe('one');
      const theirs = await two().add({ title: 'x' });
      await expect(one().update(theirs.id, { title: 'taken' })).rejects.toMatchObject({ status: 404 });
      await expect(one().remove(theirs.id)).rejects.toMatchObject({ status: 404 });
    });
  });

  describe('upserts', () => {
    it('make the record or change it, by the fields of the unique rule', async () => {
      const made = await notes.getOrUpsert({ slug: 'up', title: 'one' }, { body: 'first' });
      const again = await notes.getOrUpsert({ slug: 'up', title: 'two' }, { body: 'second' });
      expect(again).toMatchObject({ id: made.id, title: 'two', body: 'first', rev: 2 });
      const other = await notes.getOrUpsert({ slug: 'up', context: 'elsewhere', title: 'three' });
      expect(other.id).not.toBe(made.id);
    });

    it('leave alone what is undefined', async () => {
      await notes.getOrUpsert({ slug: 'kept', title: 'x', pages: 3 });
      expect(await notes.getOrUpsert({ slug: 'kept', pages: undefined } as never)).toMatchObject({ title: 'x', pages: 3, rev: 1 });
    });

    it("keep to the caller's tenant", async () => {
      const global = await notes.getOrUpsert({ slug: 'ours', title: 'global' });
      const own = await new Notes(database, as('one')).getOrUpsert({ slug: 'ours', title: 'own' });
      expect(own).toMatchObject({ tenantId: 'one', title: 'own' });
      expect((await notes.require(global.id)).title).toBe('global');
    });

    it('need what makes a record unique', async () => {
      await expect(new Folders(database).getOrUpsert({})).rejects.toMatchObject({ code: 'usage' });
    });

    it('at once give everyone the same record', async () => {
      const upserted = await Promise.all(Array.from({ length: 20 }, (_, index) => notes.getOrUpsert({ slug: 'race', title: `t${index}` })));
      expect(new Set(upserted.map((each) => each.id)).size).toBe(1);
      expect(await notes.count({ where: { slug: 'race' } })).toBe(1);
    });

    it('meet one who just adds, and still give the record', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 ? notes.add({ slug: 'mixed', title: 'a' }) : notes.getOrUpsert({ slug: 'mixed', title: 'u' }),
        ),
      );
      expect(outcomes.filter((each, index) => index % 2 === 0 && each.status === 'rejected')).toEqual([]);
      expect(await notes.count({ where: { slug: 'mixed' } })).toBe(1);
    });
  });
});

describe('an instance made with new', () => {
  beforeEach(() => setDefaultDatabase(undefined));
  afterEach(() => setDefaultDatabase(undefined));

  it('uses the default database, and says so when there is none', async () => {
    await expect(new Folder({ name: 'x' }).save()).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('setDefaultDatabase'),
    });
    const database = await openDatabase('sqlite::memory:');
    const other = await openDatabase('sqlite::memory:');
    // The first collection that is opened on its own makes its database the default; later ones do not.
    await Folders.create({ db: database });
    await Folders.create({ db: other });
    const folder = await new Folder({ name: 'x' }).initialize();
    await folder.save();
    expect(await new Folders(database).require('x')).toMatchObject({ name: 'x', rev: 1 });
    await database.close();
  });
});

describe('a collection used on its own', () => {
  it('opens its database by URL and makes its tables', async () => {
    const notes = await Notes.create({ db: { url: 'sqlite::memory:' } });
    expect((await notes.add({ title: 'x' })).title).toBe('x');
    await notes.database.close();
  });

  it('needs the collections that it refers to', async () => {
    class Alone extends collection(Remark) {}
    await expect(Alone.create({ db: { url: 'sqlite::memory:' } })).rejects.toThrow(/remarks refers to (notes|folders), which is not among/);
  });

  it('refuses a URL that names no database', async () => {
    await expect(Notes.create({ db: { url: 'mysql://x' } })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('postgres://'),
    });
  });
});

describe('a definition', () => {
  const build = (fields: Parameters<typeof object>[0], options: Parameters<typeof object>[1] = {}) => {
    class Built extends object(fields, options) {}
    return () => Built.definition;
  };

  it.each<[string, () => unknown, RegExp]>([
    ['a table that cannot be one', build({ a: text() }, { table: 'x; drop' }), /cannot be a table name/],
    ['a field that cannot be one', build({ 'a-b': text() }), /Built\.a-b: not a field name/],
    ['a field of the framework', build({ rev: integer() }), /Built\.rev: the framework has a field/],
    ['two fields that differ in case', build({ title: text(), Title: text() }), /only in case/],
    ['a key that may be null', build({ slug: text() }, { key: 'slug' }), /the key slug must be a required field/],
    ['a type field that is not declared', build({ a: text() }, { type: { field: 'type' } }), /type field type is not declared/],
    ['an index of nothing', build({ a: text() }, { indexes: [['b']] }), /index names b/],
    ['an index by row of nothing', build({ a: text() }, { covering: ['b'] }), /index names b/],
    ['an index by row of what is computed', build({ a: computed(text(), ['rev'], () => '') }, { covering: ['a'] }), /index names a/],
    [
      'a search of what is computed',
      build({ a: computed(text({ search: 'A' }), ['rev'], () => '') }),
      /Built\.a: is computed and not stored/,
    ],
    ['a default that does not fit', build({ a: text({ default: 'x', maxLength: 0 }) }), /the default value is not valid/],
    ['a computed field made from nothing', build({ a: computed(text(), ['b'], () => '') }), /computed from b/],
  ])('refuses %s', (_, define, message) => {
    expect(define).toThrow(message);
  });

  it.each<[string, Parameters<typeof object>[0], Parameters<typeof object>[1], RegExp]>([
    ['search', { body: text({ search: 'A' }) }, {}, /only there can body be declared as searched/],
    ['no search', { title: text() }, {}, /only there can title be declared as searched/],
    ['a value index', { tags: list(text(), { indexed: true }) }, {}, /only there can tags be declared as indexed/],
    ['an index by row', {}, { covering: ['type'] }, /only there can covering be declared/],
    ['a unique rule', {}, { unique: [['title']] }, /only there can unique be declared/],
  ])('of a subclass refuses %s of its own, which its table would not have', (_, fields, options, message) => {
    class Root extends object({ type: text(), title: text({ search: 'A' }) }, { table: 'roots', type: { field: 'type' } }) {}
    class Sub extends Root.extend(fields, options ?? {}) {
      static readonly typeName = 'sub';
    }
    class Roots extends collection(Root) {}
    class Subs extends collection(Sub) {}
    expect(() => schemaOf([Roots, Subs])).toThrow(message);
  });

  it('names its table after its class', () => {
    class ContentDocument extends object({ a: text() }) {}
    class Policy extends object({ a: text() }) {}
    expect(ContentDocument.tableName).toBe('content_documents');
    expect(Policy.tableName).toBe('policies');
  });
});
