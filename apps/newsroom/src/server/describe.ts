import type { OperationTable } from '@colophon/core';
import { describeContentRoutes } from '@colophon/content';
import { describeIdentityRoutes } from '@colophon/identity';
import { openApiDocumentInTurns } from '@colophon/core/openapi';

/** The version in package.json; a test compares them. */
export const VERSION = '0.2.0';

/** Newsroom's OpenAPI document: the operations of its table, and the binary endpoints of content. */
export async function describeNewsroom(table: OperationTable): Promise<Record<string, unknown>> {
  const document = await openApiDocumentInTurns(table, { title: 'Newsroom', version: VERSION, license: 'MIT' });
  return describeIdentityRoutes(describeContentRoutes(document));
}
