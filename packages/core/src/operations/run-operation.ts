import { permits } from '../objects/access.ts';
import type { Call } from '../callers/call.ts';
import type { Caller } from '../callers/caller.ts';
import { requireGranted } from '../callers/require-scope.ts';
import {
  AppendOnlyError,
  ForbiddenError,
  NotFoundError,
  PreconditionFailedError,
  PreconditionRequiredError,
  TransactionConflictError,
  UnauthenticatedError,
} from '../errors/errors.ts';
import { accessRule } from '../objects/definition.ts';
import { wordsOf } from '../objects/names.ts';
import { valuesOf } from '../objects/origin.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { Database } from '../storage/database.ts';
import { applyOperation, rowAnswer } from './apply-operation.ts';
import { checkInput } from './check-input.ts';
import { withIdempotency } from './idempotency.ts';
import type { Operation } from './operation.ts';
import type { Answer } from './answer.ts';
import { refusalOf } from './refusal.ts';
import { scopesOf } from './scopes-of.ts';
import { submitOperation } from './submit-operation.ts';

/** One request to run an operation, the same from every surface. */
export interface OperationRequest {
  readonly database: Database;
  readonly call: Call;
  /** The record's key, for operations on one record. */
  readonly key?: string | undefined;
  readonly input?: unknown;
  /** The revision that the caller read, from `If-Match`. */
  readonly expectedRev?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The caller prefers not to wait: a background operation is answered with a job. */
  readonly respondAsync?: boolean | undefined;
}

/**
 * Runs an operation for a caller: access, input, tenancy, preconditions, idempotency, the transaction and the audit entry are all handled
 * here, so that every surface has the same result and the same error code.
 */
export async function runOperation(operation: Operation, request: OperationRequest): Promise<Answer> {
  const call: Call = { ...request.call, operation: operation.id };
  refuseAppendOnly(operation);
  if (operation.effects !== 'read') await call.confirm?.();
  // An access function needs the record, so it is called once the record is loaded, and the input is validated after that.
  const deferred = operation.scope === 'item' && typeof operation.access === 'function';
  if (!deferred) checkAccess(operation, call, undefined);
  requireGranted(call, ...scopesOf(operation));
  const input = deferred ? request.input : checkInput(operation, request.input);
  const run = (): Promise<Answer> => runChecked(operation, { ...request, call, input, deferred, given: request.input });
  if (operation.effects === 'read') return run();
  const keyed = (): Promise<Answer> => withIdempotency(operation, { ...request, call }, run);
  return operation.transaction ? transacted(request.database, keyed) : keyed();
}

const ATTEMPTS = 3;

/** Runs the work in a transaction, and again if it conflicted with another one: it reads everything again each time. */
async function transacted<T>(database: Database, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (!(error instanceof TransactionConflictError) || attempt === ATTEMPTS || database.inTransaction) throw error;
    }
  }
}

async function runChecked(
  operation: Operation,
  request: OperationRequest & { input: unknown; deferred: boolean; given: unknown },
): Promise<Answer> {
  const { database, call } = request;
  const collection = new operation.resource.collectionClass(database, call);
  const later = operation.background && request.respondAsync === true;
  const finds = operation.finds?.(request.input, call);
  const found = finds && (await collection.presentedBy(finds));
  // A method has an input of its own, in which `expand` may be anything.
  if (found) return rowAnswer(operation, found, { database, call, input: undefined });
  if (operation.scope === 'collection')
    return later ? submitOperation(operation, request) : applyOperation(operation, { collection, record: undefined, ...request });
  const key = request.key ?? '';
  const presented = isPlainGet(operation) ? await collection.presented(key) : undefined;
  if (presented) return rowAnswer(operation, presented, request);
  const writes = operation.effects !== 'read';
  const record = writes && database.inTransaction ? await collection.getForUpdate(key) : await collection.get(key);
  if (!record) throw new NotFoundError(`There is no ${wordsOf(operation.resource.className)} ${key.slice(0, 200)}.`);
  checkAccess(operation, call, record);
  if (writes) requireOwnTenant(operation, call, record);
  checkRevision(operation, record, request.expectedRev);
  const input = request.deferred ? checkInput(operation, request.input) : request.input;
  return later ? submitOperation(operation, request) : applyOperation(operation, { collection, record, ...request, input });
}

/** Returns whether this is a get whose access does not depend on the record, which can be answered without an instance. */
function isPlainGet({ kind, name, access, resource }: Operation): boolean {
  return (
    kind === 'crud' &&
    name === 'get' &&
    typeof access !== 'function' &&
    typeof accessRule(resource.definition.options, 'read') !== 'function'
  );
}

function checkAccess(operation: Operation, call: Call, record: StoredObject | undefined): void {
  const { caller } = call;
  const values = record && valuesOf(record);
  if (permits(operation.access, caller, values) && mayRead(operation, caller, values)) return;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  // Only the scope is missing if the role that comes with it would do.
  const { agent } = caller;
  if (agent && permits(operation.access, { ...caller, role: agent.role }, values)) requireGranted(call, ...scopesOf(operation), 'admin');
  throw new ForbiddenError(refusalOf(operation));
}

/** Changing or using a record requires permission to read it. */
function mayRead({ scope, resource }: Operation, caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (scope === 'collection') return true;
  const rule = accessRule(resource.definition.options, 'read');
  return (typeof rule === 'function' && record === undefined) || permits(rule, caller, record);
}

/** A global record is readable by every tenant and changed only by callers who act on global records. */
function requireOwnTenant(operation: Operation, call: Call, record: StoredObject): void {
  if (!operation.resource.definition.tenant || call.caller.kind === 'system') return;
  if ((valuesOf(record)['tenantId'] ?? null) === call.caller.tenantId) return;
  throw new ForbiddenError('This record is global: every tenant can read it, but only callers without a tenant can change it.');
}

function checkRevision(operation: Operation, record: StoredObject, expected: number | undefined): void {
  if (operation.version === undefined) return;
  if (expected === undefined) {
    if (operation.version === 'required') throw new PreconditionRequiredError();
    return;
  }
  const current = Number(valuesOf(record)['rev']);
  if (current !== expected) throw new PreconditionFailedError(expected, current);
}

function refuseAppendOnly(operation: Operation): void {
  if (!operation.resource.definition.options.appendOnly) return;
  if (operation.kind !== 'crud' || (operation.name !== 'update' && operation.name !== 'delete')) return;
  throw new AppendOnlyError(operation.resource.label);
}
