import {
  type AnyCollectionClass,
  AuditEntries,
  type OperationTable,
  operationTable,
  RegistryError,
  type TableDefinition,
} from '@colophon/core';
import { PendingCalls } from '@colophon/core/approvals';
import { Jobs } from '@colophon/core/jobs';
import { LogEntries, LogHeads, Logs, LogTiles } from '@colophon/core/log';
import { identityCollections } from '@colophon/identity';
import { Backups } from '../backups/backup.ts';

/** What every application has, beside the collections of identity. */
const GENERAL: readonly AnyCollectionClass[] = [AuditEntries, Logs, LogEntries, LogTiles, LogHeads, Jobs, PendingCalls, Backups];

/**
 * Builds the operation table of an application: its collections, and those that every application has.
 *
 * @param options.hasIdentity whether people sign in with identity; default true
 * @param options.tables tables that belong to no collection
 * @throws RegistryError naming every fault, such as a collection that every application has
 */
export function applicationTable(
  collections: readonly AnyCollectionClass[],
  { hasIdentity = true, tables = [] }: { readonly hasIdentity?: boolean; readonly tables?: readonly TableDefinition[] } = {},
): OperationTable {
  const general = [...(hasIdentity ? identityCollections : []), ...GENERAL];
  const twice = collections.filter((each) => general.includes(each));
  if (twice.length > 0) throw new RegistryError(twice.map(({ name }) => `${name} is added to every application: leave it out.`));
  return operationTable([...collections, ...general], { tables });
}
