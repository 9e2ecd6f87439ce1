import type { OperationTable } from '@colophon/core';
import { describeContentRoutes } from '@colophon/content';
import { describeIdentityRoutes } from '@colophon/identity';
import { openApiDocumentInTurns } from '@colophon/core/openapi';

export const VERSION = '0.1.0';

/** Newsroom's OpenAPI document: the operations of its table, and the binary endpoints of content. */
export async function describeNewsroom(table: OperationTable): Promise<Record<string, unknown>> {
  const document = await openApiDocumentInTurns(table, { title: 'Newsroom', version: VERSION, license: 'MIT' });
  return describeIdentityRoutes(describeContentRoutes(document));
}
