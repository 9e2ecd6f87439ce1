import { openApiDocument } from '@colophon/core/openapi';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { shelfTable } from '../src/testing/shelf.ts';
import { generateTypes } from './generate-types.ts';

const FOLDER = join(import.meta.dirname, '../src');

describe('the types of an application', () => {
  let declarations: string;
  beforeAll(async () => {
    declarations = await generateTypes(openApiDocument(shelfTable, { title: 'Shelf', version: '1' }));
  });

  /** Returns the errors of TypeScript 5 in each of these programs, which use the client with these types. */
  function faultsOf(programs: Readonly<Record<string, string>>): Record<string, string[]> {
    const pathOf = (name: string) => join(FOLDER, `${name.replaceAll(' ', '-')}.ts`);
    const imports = "import type { paths } from './colophon.d.ts';\nimport { createClient } from './index.ts';\n";
    const files = new Map([[join(FOLDER, 'colophon.d.ts'), declarations]]);
    for (const [name, program] of Object.entries(programs)) files.set(pathOf(name), imports + program);
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
    const compiled = ts.createProgram(Object.keys(programs).map(pathOf), options, host);
    const faults = ts
      .getPreEmitDiagnostics(compiled)
      .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    const elsewhere = faults.filter((fault) => !Object.keys(programs).some((name) => fault.startsWith(pathOf(name))));
    expect(elsewhere).toEqual([]);
    return Object.fromEntries(Object.keys(programs).map((name) => [name, faults.filter((fault) => fault.startsWith(`${pathOf(name)}:`))]));
  }

  it('contain its paths and records', () => {
    expect(declarations).toContain('"/books/{id}/lend"');
    expect(declarations).toContain('export interface components');
    expect(declarations).toMatch(/^\/\*\*\n \* The types of an application's API/);
  });

  it('check every call of the client, its options and its result', () => {
    const { program } = faultsOf({
      program: `
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
      `,
    });
    expect(program).toEqual([]);
  }, 60_000);

  it('reject calls that the application does not offer', () => {
    const refused = {
      'an unknown path': "client.get('/bookz')",
      'a method that the path does not support': "client.delete('/books')",
      'a missing path parameter': "client.get('/books/{id}')",
      'a body of the wrong type': "client.post('/books', { body: { title: 7 } })",
      'a missing body': "client.post('/books/{id}/lend', { params: { path: { id: '1' } } })",
      'an option that does not exist': "client.get('/books', { retry: 3 })",
      'a result used as another type': "client.get('/books').then(({ items }) => items.map(({ heading }) => heading))",
      'a query parameter of the wrong type': "client.get('/books', { params: { query: { limit: {} } } })",
    };
    const programs = Object.entries(refused).map(([name, call]) => [
      name,
      `const client = createClient<paths>();\nexport const result = ${call};`,
    ]);
    const faults = faultsOf({
      ...(Object.fromEntries(programs) as Record<string, string>),
      'an option that does not exist, without types': "export const result = createClient().get('/books', { retry: 3 });",
      'a result used unchecked, without types': "export const result = createClient().get('/books').then(({ items }) => items);",
    });
    expect(Object.keys(faults).filter((name) => faults[name]?.length === 0)).toEqual([]);
  }, 60_000);
});
