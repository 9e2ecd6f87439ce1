import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { libraryTable } from '../testing/library.ts';
import { openApiDocument, openApiDocumentInTurns } from './openapi-document.ts';

describe('the OpenAPI document', () => {
  const document = openApiDocument(libraryTable, { title: 'Library', version: '1.0.0' }) as any;

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('is the same when it is built in turns', async () => {
    expect(await openApiDocumentInTurns(libraryTable, { title: 'Library', version: '1.0.0' })).toEqual(document);
  });

  it('describes every operation that the API exposes, and no other', () => {
    const described = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(([, methods]) =>
      Object.values(methods).map((each) => each.operationId.replace(/\.patch$/, '')),
    );
    const exposed = libraryTable.operations.filter((operation) => operation.exposed.api).map((operation) => operation.id);
    expect(new Set(described)).toEqual(new Set(exposed));
  });

  it('says where a token is needed, what a path takes, and how failure looks', () => {
    expect(document.paths['/books'].get.security).toEqual([{}, { bearer: [] }]);
    expect(document.paths['/books'].post.security).toEqual([{ bearer: [] }]);
    expect(document.paths['/books/{id}/loans/{year}'].get.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'id', in: 'path' }),
        expect.objectContaining({ name: 'year', in: 'path' }),
        expect.objectContaining({ name: 'open', in: 'query' }),
      ]),
    );
    expect(document.paths['/books'].post.responses).toHaveProperty('201');
    expect(document.paths['/books'].post.responses.default.$ref).toBe('#/components/responses/Problem');
  });

  it('never names a private field', () => {
    expect(JSON.stringify(document)).not.toContain('secret');
  });
});
