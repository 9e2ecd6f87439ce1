import { applicationTable } from '@colophon/app';
import { CONTENT_COLLECTIONS } from '@colophon/content';
import type { AnyCollectionClass, OperationTable } from '@colophon/core';
import { spendingTables } from '@colophon/core/spending';
import { webhookCollections } from '@colophon/core/webhooks';
import { mailCollections } from '@colophon/mail';
import { TagAliases, Tags } from '@colophon/tags';

/** What Newsroom stores and exposes in addition to what every application has: an explicit list, nothing registers itself. */
export const COLLECTIONS: readonly AnyCollectionClass[] = [
  ...CONTENT_COLLECTIONS,
  Tags,
  TagAliases,
  ...mailCollections,
  ...webhookCollections,
];

/** Its tables that belong to no collection: the budget of the AI. */
export const TABLES = spendingTables;

/** Builds the table that REST, MCP, OpenAPI, discovery and the command line use. @throws RegistryError */
export function newsroomTable(): OperationTable {
  return applicationTable(COLLECTIONS, { tables: TABLES });
}
