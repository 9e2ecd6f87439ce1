import type { OperationTable } from '@colophon/core';
import { describeContentRoutes } from '@colophon/content';
import { describeIdentityRoutes } from '@colophon/identity';
import { openApiDocument } from '@colophon/core/openapi';

export const VERSION = '0.1.0';

/** Newsroom's OpenAPI document: the operations of its table, and the binary endpoints of content. */
export function describeNewsroom(table: OperationTable): ReturnType<typeof openApiDocument> {
  return describeIdentityRoutes(describeContentRoutes(openApiDocument(table, { title: 'Newsroom', version: VERSION, license: 'MIT' })));
}
