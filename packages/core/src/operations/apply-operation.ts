import type { PresentedRow } from '../objects/reader.ts';
import type { Call } from '../callers/call.ts';
import { NotFoundError, UsageError } from '../errors/errors.ts';
import type { Collection } from '../objects/collection.ts';
import { definitionOf, valuesOf, originOf } from '../objects/origin.ts';
import type { AnyObjectClass, Presented } from '../objects/object.ts';
import { type ObjectDefinition, shownKey } from '../objects/definition.ts';
import type { Page } from '../objects/query.ts';
import { keepBeside } from '../objects/beside.ts';
import { knownAbsent } from '../objects/known-absent.ts';
import { presentRecord } from '../objects/present-record.ts';
import { StoredObject } from '../objects/stored-object.ts';
import type { Database } from '../storage/database.ts';
import type { Answer } from './answer.ts';
import { recordText } from './answer-text.ts';
import { PageAnswer, RecordAnswer } from './read-answers.ts';
import type { ListInput } from './crud/list-input.ts';
import { expand } from './expand.ts';
import { readWriteInput } from './crud/read-write-input.ts';
import type { Operation } from './operation.ts';
import { requireApproved } from './require-approved.ts';

interface Application {
  readonly database: Database;
  readonly call: Call;
  readonly collection: Collection<StoredObject>;
  readonly record: StoredObject | undefined;
  readonly input: unknown;
}

type Method = (input: unknown, call: Call) => Promise<unknown>;

/** Performs the operation itself, after the request has been validated. */
export async function applyOperation(operation: Operation, application: Application): Promise<Answer> {
  if (operation.kind === 'custom') return applyMethod(operation, application);
  switch (operation.name) {
    case 'list':
      return applyList(operation, application);
    case 'get':
      return getAnswer(operation, needed(application.record), application);
    case 'create':
      return applyCreate(operation, application);
    case 'update':
      return applyUpdate(operation, application);
    default:
      requireApproved(operation, application.call);
      await needed(application.record).delete();
      return { kind: 'nothing', value: undefined };
  }
}

async function applyList(operation: Operation, { collection, input, database, call }: Application): Promise<Answer> {
  // The schema leaves no relevant `undefined`: an absent member and an undefined one mean the same in a query.
  const { expand: names, ...query } = input as ListInput;
  const related = (table: string): ObjectDefinition | undefined => operation.resource.related(table)?.definition;
  const page = await collection.rows({ ...query, related } as never);
  const added = await additions(operation, operation.resource.objectClass, page.items, { database, call, names, fields: query.fields });
  return new PageAnswer(page, added);
}

async function applyCreate(operation: Operation, application: Application): Promise<Answer> {
  const { collection, call } = application;
  const input = application.input as Record<string, unknown>;
  const objectClass = classOfNew(operation, input);
  const { definition } = objectClass;
  const stands: Record<string, unknown> = definition.tenant ? { tenantId: call.caller.tenantId } : {};
  if (definition.typeField && definition.typeName !== undefined) stands[definition.typeField] = definition.typeName;
  const writableDefinition = operation.resource.definition.typeName === undefined ? { ...definition, typeName: undefined } : definition;
  const values = await readWriteInput(writableDefinition, input, 'create', async () => stands);
  requireApproved(operation, call);
  const record = collection.make(values as never);
  await record.save();
  const answer = await itemAnswer(record, application);
  return { ...answer, createdKey: shownKey(definition, valuesOf(record)[definition.key]) };
}

/** On a root collection the type in the input selects the class, so that a subclass's own fields are accepted. */
function classOfNew({ resource }: Operation, input: Readonly<Record<string, unknown>>): AnyObjectClass {
  const { typeField, typeName } = resource.definition;
  if (!typeField || typeName !== undefined) return resource.objectClass;
  return resource.types.find((type) => type.typeName === input[typeField]) ?? resource.objectClass;
}

async function applyUpdate(operation: Operation, application: Application): Promise<Answer> {
  const record = needed(application.record);
  const definition = definitionOf(record);
  let current: Promise<Presented> | undefined;
  const values = await readWriteInput(
    definition,
    application.input as Record<string, unknown>,
    'update',
    () => (current ??= present(record, application).then(({ own, added }) => ({ ...own, ...added }))),
  );
  requireApproved(operation, application.call);
  Object.assign(valuesOf(record), values);
  await record.save();
  return itemAnswer(record, application);
}

async function applyMethod(operation: Operation, application: Application): Promise<Answer> {
  const owner = operation.scope === 'item' ? needed(application.record) : application.collection;
  const method = (owner as unknown as Record<string, Method | undefined>)[operation.name];
  if (!method) throw new UsageError(`${operation.resource.className} has no method ${operation.name}.`);
  requireApproved(operation, application.call);
  const result = await (operation.input
    ? method.call(owner, application.input, application.call)
    : (method as unknown as (call: Call) => Promise<unknown>).call(owner, application.call));
  if (result === undefined && operation.effects !== 'read') return { kind: 'nothing', value: undefined };
  if (result === null || result === undefined)
    throw new NotFoundError(`Not found: ${operation.commandName} of this ${operation.resource.className} has no result.`);
  if (!(result instanceof StoredObject))
    return isPage(result)
      ? { kind: 'page', value: result, page: result }
      : { kind: 'value', value: result, ...addressWithin(operation, result) };
  const answer = await itemAnswer(result, application);
  if (operation.accepts) return { ...answer, accepted: true, ...addressOf(result) };
  // A record that was found rather than created has no new address: an upsert reports which it was.
  if (operation.method !== 'POST' || !originOf(result).made) return answer;
  return { ...answer, ...addressOf(result) };
}

/** Returns the address of the created record, if the response contains more than that record. */
function addressWithin({ creates }: Operation, result: object): Partial<Pick<Answer, 'createdKey' | 'createdIn'>> {
  if (!creates) return {};
  const made = Object.values(result).filter((each) => each instanceof StoredObject && originOf(each).made);
  const [record] = made as StoredObject[];
  return record && made.length === 1 ? addressOf(record) : {};
}

function addressOf(record: StoredObject): Pick<Answer, 'createdKey' | 'createdIn'> {
  const definition = definitionOf(record);
  return { createdKey: shownKey(definition, valuesOf(record)[definition.key]), createdIn: definition.table };
}

/** A method that lists records returns a page, like the list itself. */
function isPage(value: unknown): value is Page<unknown> {
  const { items, count, limit, offset } = value as Partial<Page<unknown>>;
  return Array.isArray(items) && typeof limit === 'number' && typeof offset === 'number' && (typeof count === 'number' || count === null);
}

/** Returns a record as the result of an operation. */
export async function itemAnswer(record: StoredObject, context: { database: Database; call: Call }): Promise<Answer> {
  const { own, added } = await present(record, context);
  return { kind: 'item', rev: Number(valuesOf(record)['rev']), value: { ...own, ...added }, text: () => recordText(own, added) };
}

async function getAnswer(operation: Operation, record: StoredObject, { database, call, input }: Application): Promise<Answer> {
  const row = {
    own: presentRecord(record),
    rev: Number(valuesOf(record)['rev']),
    objectClass: record.constructor as unknown as AnyObjectClass,
  };
  return rowAnswer(operation, row, { database, call, input });
}

/** Returns a record, read as presented, as the result of a get. */
export async function rowAnswer(
  operation: Operation,
  { own, rev, objectClass }: PresentedRow,
  { database, call, input }: { database: Database; call: Call; input: unknown },
): Promise<Answer> {
  const { expand: names } = (input ?? {}) as Pick<ListInput, 'expand'>;
  const added = (await additions(operation, objectClass, [own], { database, call, names }))?.[0];
  return new RecordAnswer(own, added, rev);
}

/** Returns the additions to presented records: the members that their class adds, and the expanded references. */
async function additions(
  { resource }: Operation,
  objectClass: AnyObjectClass,
  records: readonly Presented[],
  {
    names,
    fields,
    ...context
  }: { database: Database; call: Call; names: readonly string[] | undefined; fields?: readonly string[] | undefined },
): Promise<readonly Presented[] | undefined> {
  const added = asked(await objectClass.present?.(records, { ...context, ...(fields ? { fields } : {}) }), fields);
  if (!names) return added;
  const expanded = await expand(resource, records, names, context);
  return expanded.map((each, index) => ({ ...added?.[index], ...each }));
}

/** Keeps only the requested fields of the members that a class adds. */
function asked(added: readonly Presented[] | undefined, fields: readonly string[] | undefined): readonly Presented[] | undefined {
  if (!added || !fields) return added;
  return added.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => fields.includes(name))));
}

/** Presents one record as every surface returns it: its own fields, and the members that its class adds. */
async function present(
  record: StoredObject,
  { database, call }: { database: Database; call: Call },
): Promise<{ own: Presented; added: Presented | undefined }> {
  const own = presentRecord(record);
  const objectClass = record.constructor as unknown as AnyObjectClass;
  const { row } = originOf(record);
  const absent = knownAbsent(record, objectClass.presentPresence);
  if (row) keepBeside(own, absent ? { ...row, ...absent } : row);
  const added = await objectClass.present?.([own], { database, call });
  return { own, added: added?.[0] };
}

function needed(record: StoredObject | undefined): StoredObject {
  if (!record) throw new UsageError('An operation on one record was run without one.');
  return record;
}
