import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiReport } from './api-report.ts';

describe('the API report of a package', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'colophon-api-'));
    const exports = { '.': { types: './index.d.ts' }, './style.css': './style.css', './more': { types: './more.d.ts' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ exports }));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lists each entry point with its sorted public exports, marking types', async () => {
    await writeFile(join(folder, 'index.d.ts'), 'interface A {}\ndeclare const b: A;\nexport { b, type A, open as Open };\n');
    await writeFile(join(folder, 'more.d.ts'), 'type t = 1;\nexport { type t as More };\n//# sourceMappingURL=more.d.ts.map\n');
    expect(await apiReport(folder)).toBe('.\n  A (type)\n  Open\n  b\n\n./more\n  More (type)\n');
  });

  it('fails for declarations that it cannot parse', async () => {
    await writeFile(join(folder, 'index.d.ts'), 'export * from "./other.js";\n');
    await expect(apiReport(folder)).rejects.toThrow('./index.d.ts does not end with a list of exports.');
  });
});
