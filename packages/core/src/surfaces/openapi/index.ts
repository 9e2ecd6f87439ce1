export { openApiDocument } from './openapi-document.ts';
export type { OpenApiInfo } from './openapi-document.ts';
