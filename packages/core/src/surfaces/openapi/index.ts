export { openApiDocument, openApiDocumentInTurns } from './openapi-document.ts';
export type { OpenApiInfo } from './openapi-document.ts';
