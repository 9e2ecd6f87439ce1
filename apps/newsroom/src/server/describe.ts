import type { OperationTable } from '@colophon/core';
import { describeAssetFiles } from '@colophon/content';
import { openApiDocument } from '@colophon/core/openapi';

export const VERSION = '0.1.0';

/** Newsroom's OpenAPI document: the operations of its table, and the files of assets. */
export function describeNewsroom(table: OperationTable): ReturnType<typeof openApiDocument> {
  return describeAssetFiles(openApiDocument(table, { title: 'Newsroom', version: VERSION }));
}
