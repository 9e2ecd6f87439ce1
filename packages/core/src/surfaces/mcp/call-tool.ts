import type { Call } from '../../callers/call.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import { MalformedError, ValidationError } from '../../errors/errors.ts';
import { ApprovalRequiredError, type WaitingApproval } from '../../errors/approval-required-error.ts';
import { InsufficientScopeError } from '../../errors/insufficient-scope-error.ts';
import type { Answer } from '../../operations/answer.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import type { Operation } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { problemOf } from '../http/problem.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { agentCall, runApproved } from './run-approved.ts';
import { ASYNC_ARGUMENT, IDEMPOTENCY_ARGUMENT, REVISION_ARGUMENT } from './tools.ts';

/** The result of a tool call, including failures: the problem is then the structured content. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [member: string]: unknown;
}

interface ToolOptions extends SurfaceOptions {
  /** Called if an agent lacks scopes, besides the result that says so. */
  readonly onLackedScope?: (error: InsufficientScopeError) => void;
  /** Called if the call waits for a person, besides the result that says so. */
  readonly onWaiting?: (waiting: WaitingApproval) => void;
  /** Where a person decides on a call that waits. */
  readonly approvalUrl?: ((approvalId: string) => string) | undefined;
}

/** Runs the operation behind a tool: with the same result, and the same code on failure, as over REST. */
export async function callTool(operation: Operation, input: unknown, call: Call, options: ToolOptions): Promise<ToolResult> {
  try {
    const parts = argumentsOf(operation, input, mayDefer(operation, options.table));
    const run = (as: Call): Promise<Answer> => runOperation(operation, { database: options.database, call: as, ...parts });
    const answer = await run(call).catch((error: unknown) => {
      if (!(error instanceof ApprovalRequiredError) || !call.caller.agent) throw error;
      return runApproved(options.database, agentCall(operation, input, parts), call, run);
    });
    return resultOf(answer.kind === 'nothing' ? { done: true } : answer.value, false);
  } catch (error) {
    return failure(withAddress(error, options), operation, call, options);
  }
}

function failure(error: unknown, operation: Operation, call: Call, options: ToolOptions): ToolResult {
  const problem = problemOf(error, { instance: `tool:${operation.id}`, requestId: call.requestId ?? '' });
  if (error instanceof InsufficientScopeError) options.onLackedScope?.(error);
  if (error instanceof ApprovalRequiredError && error.waiting) options.onWaiting?.(error.waiting);
  if (problem.status === 500) options.onError?.(error, call.requestId ?? '');
  return resultOf(problem, true);
}

/** Adds where the person decides. */
function withAddress(error: unknown, { approvalUrl }: ToolOptions): unknown {
  if (!(error instanceof ApprovalRequiredError) || !error.waiting || !approvalUrl) return error;
  return new ApprovalRequiredError({ ...error.waiting, approvalUrl: approvalUrl(error.waiting.approvalId) });
}

/** Runs what may refuse a call before it reaches its operation: the refusal is then the tool's result. */
export async function orProblem(name: string, call: Call, run: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ColophonError)) throw error;
    return resultOf(problemOf(error, { instance: `tool:${name.slice(0, 100)}`, requestId: call.requestId ?? '' }), true);
  }
}

interface ToolArguments {
  key?: string;
  input: unknown;
  idempotencyKey?: string;
  expectedRev?: number;
  respondAsync?: boolean;
}

/** Separates the record's key, the idempotency key, the expected revision and the async flag from the properties. */
function argumentsOf(operation: Operation, input: unknown, defers: boolean): ToolArguments {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new MalformedError('The arguments of a tool must be an object.');
  const { [IDEMPOTENCY_ARGUMENT]: idempotencyKey, [REVISION_ARGUMENT]: expectedRev, ...properties } = input as Record<string, unknown>;
  const parts: ToolArguments = { input: properties };
  if (idempotencyKey !== undefined) parts.idempotencyKey = typed(IDEMPOTENCY_ARGUMENT, idempotencyKey, 'string');
  if (expectedRev !== undefined) parts.expectedRev = typed(REVISION_ARGUMENT, expectedRev, 'number');
  if (defers && Object.hasOwn(properties, ASYNC_ARGUMENT)) {
    parts.respondAsync = typed(ASYNC_ARGUMENT, properties[ASYNC_ARGUMENT], 'boolean');
    delete properties[ASYNC_ARGUMENT];
  }
  if (operation.scope === 'collection') return parts;
  const { key } = operation.resource.definition;
  const { [key]: id, ...others } = properties;
  return { ...parts, key: typed(key, id, 'string'), input: others };
}

function typed(name: string, value: unknown, type: 'string'): string;
function typed(name: string, value: unknown, type: 'number'): number;
function typed(name: string, value: unknown, type: 'boolean'): boolean;
function typed(name: string, value: unknown, type: 'string' | 'number' | 'boolean'): unknown {
  if (typeof value === type) return value;
  const detail = value === undefined ? 'is required' : `must be a ${type}`;
  throw new ValidationError(`${name}: ${detail}.`, {
    errors: [{ pointer: `/${name}`, code: value === undefined ? 'required' : 'invalid_type', detail }],
  });
}

/** Structured content must be an object; anything else is wrapped as its `value`, a list as its `items`. */
export function resultOf(value: unknown, isError: boolean): ToolResult {
  // A list with its own form, such as a page, is sent in that form, as over REST.
  const structured =
    Array.isArray(value) && !('toJSON' in value)
      ? { items: value as unknown[] }
      : typeof value === 'object' && value !== null
        ? value
        : { value };
  // A plain copy: the structured content must equal the text, whatever class the value was.
  const text = JSON.stringify(structured);
  const result = { content: [{ type: 'text' as const, text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
  return isError ? { ...result, isError } : result;
}
