import { type AnyCollectionClass, AuditEntries, type OperationTable, operationTable } from '@colophon/core';
import { PendingCalls } from '@colophon/core/approvals';
import { Jobs } from '@colophon/core/jobs';
import { spendingTables } from '@colophon/core/spending';
import { webhookCollections } from '@colophon/core/webhooks';
import { CONTENT_COLLECTIONS } from '@colophon/content';
import { identityCollections } from '@colophon/identity';
import { mailCollections } from '@colophon/mail';
import { TagAliases, Tags } from '@colophon/tags';
import { Backups } from './backups/backup.ts';

/** Everything that Newsroom stores and exposes: an explicit list, nothing registers itself. */
export const COLLECTIONS: readonly AnyCollectionClass[] = [
  ...CONTENT_COLLECTIONS,
  Tags,
  TagAliases,
  ...identityCollections,
  ...mailCollections,
  ...webhookCollections,
  AuditEntries,
  Jobs,
  PendingCalls,
  Backups,
];

/** Builds the table that REST, MCP, OpenAPI, discovery and the command line use. @throws RegistryError */
export function newsroomTable(): OperationTable {
  return operationTable(COLLECTIONS, { tables: spendingTables });
}
