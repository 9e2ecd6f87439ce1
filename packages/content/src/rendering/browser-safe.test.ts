import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bodySchema } from '@colophon/content/rendering';
import { bodySchema as ownSchema } from './sanitize-schema.ts';

/** What a file imports at run time, with all that its own imports do; what is imported for its types alone is gone by then. */
function importsOf(file: string, seen = new Map<string, readonly string[]>()): Map<string, readonly string[]> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, 'utf8');
  const named = [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?\sfrom\s'([^']+)'|\bimport\('([^']+)'\)|^import\s'([^']+)'/gm)];
  const imports = named.map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '');
  seen.set(file, imports);
  for (const each of imports) if (each.startsWith('.')) importsOf(join(dirname(file), each), seen);
  return seen;
}

it('@colophon/content/rendering runs in a browser: nothing that it imports is of Node, or of content elsewhere', () => {
  const imports = importsOf(join(import.meta.dirname, 'index.ts'));
  expect(imports.size).toBeGreaterThan(2);
  const packages = [...imports.values()].flat().filter((each) => !each.startsWith('.'));
  expect(packages.filter((each) => isBuiltin(each) || each.startsWith('@colophon/'))).toEqual([]);
  expect([...new Set(packages)]).toEqual(['rehype-sanitize']);
  for (const [file] of imports) expect([file, existsSync(file)]).toEqual([file, true]);
  expect(bodySchema).toBe(ownSchema);
});

it('finds what is imported, however it is', () => {
  const imports = [...importsOf(join(import.meta.dirname, 'render-body.ts')).values()].flat();
  expect(imports.some(isBuiltin)).toBe(true);
});
