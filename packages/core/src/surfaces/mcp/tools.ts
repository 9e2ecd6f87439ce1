import type { Caller } from '../../callers/caller.ts';
import { kebabCase, singular, snakeCase } from '../../objects/names.ts';
import { eachInTurns } from '../../async/in-turns.ts';
import { mayList } from '../../operations/may-list.ts';
import { mayDefer } from '../../operations/may-defer.ts';
import { inputNames, type Operation } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { RegistryError } from '../../registry/registry-error.ts';
import { parametersOf } from '../schema/parameters.ts';
import { type OutputSchema, outputSchemaOf } from './output-schema.ts';

/** A tool as MCP lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema: OutputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** The argument with the idempotency key. */
export const IDEMPOTENCY_ARGUMENT = '_idempotencyKey';
/** The argument with the revision that the caller read. */
export const REVISION_ARGUMENT = '_expectedRev';

/** The argument of a caller that prefers not to wait; over REST it is `Prefer: respond-async`. */
export const ASYNC_ARGUMENT = '_async';

// Hosts prepend a prefix to names and reject more than 64 characters.
const NAME = /^[a-z0-9_-]{1,64}$/;

/** The tools of an operation table by name, in the order of their names. Each is described when it is first listed. */
export class Toolbox {
  readonly #table: OperationTable;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #described = new Map<Operation, Tool>();
  #folded: readonly Operation[] | undefined;

  /** @throws RegistryError naming every tool whose name is taken or too long, or whose input shadows the record's key */
  constructor(table: OperationTable) {
    this.#table = table;
    const operations = new Map<string, Operation>();
    const faults: string[] = [];
    for (const operation of table.operations) {
      if (!operation.exposed.mcp) continue;
      const name = toolName(operation);
      const label = `${operation.resource.className}.${operation.name}`;
      if (!NAME.test(name)) faults.push(`${label}: ${name} cannot be a tool name (64 characters at most)`);
      if (operations.has(name)) faults.push(`${label}: another tool is named ${name}`);
      // CRUD operations never have it.
      if (operation.kind === 'custom' && operation.scope === 'item' && inputNames(operation).includes(operation.resource.definition.key)) {
        faults.push(`${label}: its input has ${operation.resource.definition.key}, which is the tool's argument for the record's key`);
      }
      operations.set(name, operation);
    }
    if (faults.length > 0) throw new RegistryError(faults);
    this.#operations = new Map([...operations].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Returns the tools that the caller may use, by {@link mayList}. */
  listFor(caller: Caller): Promise<Tool[]> {
    return this.describe([...this.#operations.values()].filter((operation) => mayList(operation, caller)));
  }

  /** Describes operations as tools. */
  async describe(operations: readonly Operation[]): Promise<Tool[]> {
    const tools: Tool[] = [];
    await eachInTurns(operations, (operation) => void tools.push(this.#describe(operation)));
    return tools;
  }

  /**
   * The operations that have a tool of their own in lists, in the order of their names: those of a subclass that its root has too are left
   * out, since the tool of the root does the same (`content_create` with a `type`). They can still be called.
   */
  get folded(): readonly Operation[] {
    return (this.#folded ??= [...this.#operations.values()].filter((operation) => !this.#isInRoot(operation)));
  }

  #isInRoot({ resource: { definition }, name }: Operation): boolean {
    if (definition.typeName === undefined) return false;
    return this.#table.resources.some(
      (root) =>
        root.definition.table === definition.table &&
        root.definition.typeName === undefined &&
        root.operations.some((each) => each.name === name && each.exposed.mcp),
    );
  }

  operation(name: string): Operation | undefined {
    return this.#operations.get(name);
  }

  #describe(operation: Operation): Tool {
    let tool = this.#described.get(operation);
    if (!tool) this.#described.set(operation, (tool = toolOf(operation, this.#table)));
    return tool;
  }
}

/** `contents` and `list` → `content_list`; a subclass's `content-documents` → `content-document_list`. */
export function toolName(operation: Operation): string {
  return `${kebabCase(singular(snakeCase(operation.resource.slug)))}_${operation.commandName}`;
}

function toolOf(operation: Operation, table: OperationTable): Tool {
  const { definition, label } = operation.resource;
  const { 'x-requirements': requirements, ...parameters } = parametersOf(operation, 'value');
  const properties: Record<string, unknown> = { ...parameters.properties };
  const required = [...(parameters.required ?? [])];
  if (operation.scope === 'item') {
    properties[definition.key] = { type: 'string', description: `The ${definition.key} of the record.` };
    required.unshift(definition.key);
  }
  if (requirements?.idempotencyKey)
    properties[IDEMPOTENCY_ARGUMENT] = {
      type: 'string',
      description: 'A key per request: sending the request twice with it executes it once.',
    };
  if (requirements?.expectedVersion) {
    properties[REVISION_ARGUMENT] = {
      type: 'integer',
      description: 'The rev of the record as you read it; the call is rejected if the record has changed since.',
    };
    if (requirements.expectedVersion.required) required.push(REVISION_ARGUMENT);
  }
  if (mayDefer(operation, table))
    properties[ASYNC_ARGUMENT] = { type: 'boolean', description: 'Return immediately with a job that does the work in the background.' };
  return {
    name: toolName(operation),
    title: `${label}: ${operation.commandName}`,
    description: operation.description,
    inputSchema: { ...parameters, type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    outputSchema: outputSchemaOf(operation, table),
    annotations: {
      readOnlyHint: operation.effects === 'read',
      destructiveHint: operation.effects === 'destructive',
      idempotentHint: isIdempotent(operation),
      openWorldHint: operation.reachesNetwork,
    },
  };
}

/** Whether doing it twice has the effect of doing it once. Only the `PATCH` of a record is known to; what another one does is its own. */
function isIdempotent({ effects, method, kind, name }: Operation): boolean {
  return effects === 'read' || method === 'PUT' || method === 'DELETE' || (kind === 'crud' && name === 'update');
}
