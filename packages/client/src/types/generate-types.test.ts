import { openApiDocument } from '@colophon/core/openapi';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { shelfTable } from '../testing/shelf.ts';
import { generateTypes } from './generate-types.ts';

const FOLDER = join(import.meta.dirname, '..');

describe('the types of an application', () => {
  let declarations: string;
  beforeAll(async () => {
    declarations = await generateTypes(openApiDocument(shelfTable, { title: 'Shelf', version: '1' }));
  });

  /** What TypeScript 5 says about a program that uses the client with these types. */
  function faultsOf(program: string): string[] {
    const files = new Map([
      [join(FOLDER, 'colophon.d.ts'), declarations],
      [join(FOLDER, 'program.ts'), `import type { paths } from './colophon.d.ts';\nimport { createClient } from './index.ts';\n${program}`],
    ]);
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      customConditions: ['@colophon/source'],
      lib: ['lib.es2023.d.ts', 'lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const disk = ts.createCompilerHost(options);
    host.fileExists = (path) => files.has(path) || disk.fileExists(path);
    host.readFile = (path) => files.get(path) ?? disk.readFile(path);
    host.getSourceFile = (path, languageVersion, ...rest) => {
      const text = files.get(path);
      return text === undefined ? disk.getSourceFile(path, languageVersion, ...rest) : ts.createSourceFile(path, text, languageVersion);
    };
    const compiled = ts.createProgram([join(FOLDER, 'program.ts')], options, host);
    return ts
      .getPreEmitDiagnostics(compiled)
      .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }

  it('name its addresses and records', () => {
    expect(declarations).toContain('"/books/{id}/lend"');
    expect(declarations).toContain('export interface components');
    expect(declarations).toMatch(/^\/\*\*\n \* The types of an application's API/);
  });

  it('make every call of the client checked, its options and what it answers', () => {
    expect(
      faultsOf(`
        const client = createClient<paths>({ baseUrl: 'https://shelf.example', token: 't' });
        export async function main(): Promise<void> {
          await client.get('/books');
          await client.get('/books', { params: { query: { limit: 5 } }, signal: AbortSignal.timeout(1) });
          await client.post('/books', { body: { title: 'Dune' } });
          await client.put('/books/{id}', { params: { path: { id: '1' } }, body: { pages: 3 }, ifMatch: 4 });
          await client.post('/books/{id}/lend', { params: { path: { id: '1' } }, body: { to: 'Ada' } });
          const { rev, location } = await client.request('get', '/books/{id}', { params: { path: { id: '1' } } });
          const numbers: (number | undefined)[] = [rev];
          const texts: (string | undefined)[] = [location];
          const { items, count } = await client.get('/books');
          const titles: (string | undefined)[] = items.map(({ title }) => title);
          const counts: (number | null)[] = [count];
          const { lentTo }: { lentTo: string } = await client.post('/books/{id}/lend', { params: { path: { id: '1' } }, body: { to: 'Ada' } });
          for await (const page of client.pages('/books')) counts.push(page.limit);
          for await (const { pages } of client.items('/books')) numbers.push(pages ?? undefined);
          void [numbers, texts, titles, counts, lentTo];
        }
      `),
    ).toEqual([]);
  }, 60_000);

  it.each([
    ['an address that is not there', "client.get('/bookz')"],
    ['a method that the address has not', "client.delete('/books')"],
    ['a missing path parameter', "client.get('/books/{id}')"],
    ['a body of the wrong type', "client.post('/books', { body: { title: 7 } })"],
    ['a missing body', "client.post('/books/{id}/lend', { params: { path: { id: '1' } } })"],
    ['an option that does not exist', "client.get('/books', { retry: 3 })"],
    ['an answer taken for something else', "client.get('/books').then(({ items }) => items.map(({ heading }) => heading))"],
    ['a query parameter of the wrong type', "client.get('/books', { params: { query: { limit: {} } } })"],
  ])(
    'refuse %s',
    (_what, call) => {
      const faults = faultsOf(`const client = createClient<paths>();\nexport const result = ${call};`);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.every((fault) => fault.startsWith(join(FOLDER, 'program.ts')))).toBe(true);
    },
    60_000,
  );

  it('have to be given: a client without them can call nothing', () => {
    expect(faultsOf("export const result = createClient().get('/books');").length).toBeGreaterThan(0);
  }, 60_000);
});
