import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';

const read = (path: string): Promise<string> => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const docs = await read('../../../docs/ai.md');
const readme = await read('../README.md');

describe('the documentation', () => {
  it('names every error code', async () => {
    const codes = [...(await read('../src/errors/errors.ts')).matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => !docs.includes(`\`${code}\``))).toEqual([]);
  });

  it('names every option of a client', async () => {
    const source = await read('../src/interface/client-options.ts');
    const options = [...(source.split('export interface AIOptions')[1] ?? '').matchAll(/^ {2}(\w+)\?:/gm)].map((match) => match[1]);
    expect(options.length).toBeGreaterThan(25);
    expect(options.filter((option) => !docs.includes(`\`${option}\``))).toEqual([]);
  });

  it('names every kind, every variable and everything that is exported to be called', async () => {
    for (const kind of library.providerKinds) expect(readme).toContain(`\`${kind}\``);
    for (const alias of Object.keys(library.kindAliases)) expect(readme).toContain(`\`${alias}\``);
    const sources = await Promise.all(
      [
        'environment/environment.ts',
        'vendors/hosted.rows.ts',
        'vendors/gateway.rows.ts',
        'vendors/media.rows.ts',
        'vendors/named.rows.ts',
      ].map((file) => read(`../src/${file}`)),
    );
    const variables = [...sources.join('\n').matchAll(/'([A-Z][A-Z\d_]{5,})'/g)].map((match) => match[1] as string);
    expect(variables.length).toBeGreaterThan(30);
    const undocumented = variables.filter((name) => !docs.includes(name) && !/^(?:NOT_|AI_LIMIT)/.test(name));
    expect(undocumented).toEqual([]);
    const callable = Object.keys(library).filter(
      (name) =>
        ![
          'providerKinds',
          'kindAliases',
          'resolveKind',
          'defaultLimits',
          'modelTableDate',
          'priceTable',
          'priceTableDate',
          'reasoningTableDate',
        ].includes(name),
    );
    expect(callable.filter((name) => !docs.includes(`\`${name}\``) && !docs.includes(`${name}(`))).toEqual([]);
  });
});
