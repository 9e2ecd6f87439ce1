import type { JsonSchema } from '@colophon/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DefinitionHoist } from './hoist-definitions.ts';

/** Every reference in a value. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

describe('definitions inside schemas', () => {
  const recursive = z.toJSONSchema(z.object({ before: z.json(), after: z.json() })) as Record<string, unknown>;
  const response = { responses: { 200: { content: { 'application/json': { schema: recursive } } } } };

  it('go to the schemas of the document, once, and every reference leads to one of them', () => {
    const schemas: Record<string, JsonSchema> = {};
    const hoist = new DefinitionHoist(schemas);
    const first = hoist.hoist(response, 'contents.diff');
    const second = hoist.hoist(response, 'articles.diff');
    expect(JSON.stringify([first, second, schemas])).not.toContain('$defs');
    const names = Object.keys(schemas);
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.startsWith('contents_diff'))).toBe(true);
    const found = references([first, second, schemas]);
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((reference) => !names.includes(reference.replace('#/components/schemas/', '')))).toEqual([]);
  });

  it('get names of their own where one operation has two different ones of the same name', () => {
    const schemas: Record<string, JsonSchema> = {};
    const hoist = new DefinitionHoist(schemas);
    const of = (type: string) => ({ $ref: '#/$defs/node', $defs: { node: { type, items: { $ref: '#/$defs/node' } } } });
    const [input, output] = [hoist.hoist({ schema: of('array') }, 'trees.copy'), hoist.hoist({ schema: of('object') }, 'trees.copy')];
    expect(new Set(references([input, output])).size).toBe(2);
    expect(Object.values(schemas).map(({ type }) => type)).toEqual(['array', 'object']);
    expect(references([input, output, schemas]).filter((each) => !(each.replace('#/components/schemas/', '') in schemas))).toEqual([]);
  });

  it('leaves what has none as it is', () => {
    const plain = { responses: { 200: { $ref: '#/components/schemas/Book' } } };
    expect(new DefinitionHoist({}).hoist(plain, 'x')).toEqual(plain);
  });
});
