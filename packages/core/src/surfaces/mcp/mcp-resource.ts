import type { OperationTable } from '../../operations/operation-table.ts';
import { RegistryError } from '../../registry/registry-error.ts';

/** A kind of resource: what an operation that reads returns, under an address that clients keep and follow. */
export interface McpResource {
  /** The part after `<name of the server>://`: `contents/{id}`, where `{id}` is the key of a record; others are inputs of the operation. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** The operation, by its id: `contents.toMarkdown`. It must only read. */
  readonly operation: string;
  readonly mimeType: 'application/json' | 'text/markdown';
  /** The member of the result that is the text. Default: the whole result as JSON. */
  readonly text?: string;
  /** The latest records of its collection are in the list of resources. */
  readonly isListed?: boolean;
  /** The topic of the signals (`signal`) that tell by its key that a record may have changed: clients can then follow it. */
  readonly changes?: string;
}

/** @throws RegistryError naming every kind whose operation does not exist, or writes */
export function checkResources(kinds: readonly McpResource[], table: OperationTable): void {
  const faults = kinds
    .filter(({ operation }) => table.operations.find(({ id }) => id === operation)?.effects !== 'read')
    .map(({ path, operation }) => `the resource ${path} needs an operation that reads: ${operation} is none`);
  if (faults.length > 0) throw new RegistryError(faults);
}
