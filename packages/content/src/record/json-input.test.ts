import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonInput } from './json-input.ts';

const Input = z.strictObject({ draft: jsonInput(z.strictObject({ title: z.string() }), 'An edit.').optional() });

it('takes a value as it is, or as JSON text', () => {
  for (const draft of [{ title: 'x' }, '{"title":"x"}']) expect(Input.parse({ draft })).toEqual({ draft: { title: 'x' } });
  expect(Input.parse({})).toEqual({});
});

it('names what is wrong where it is', () => {
  const faults = (draft: unknown) => Input.safeParse({ draft }).error?.issues.map(({ path, message }) => [path.join('/'), message]);
  expect(faults('{"title"')).toEqual([['draft', 'must be JSON']]);
  expect(faults({ title: 1 })).toEqual([['draft/title', 'must be text']]);
  expect(faults({ title: 'x', body: 'y' })).toHaveLength(1);
});

it('is a text to those who read the schema, and says what stands in it', () => {
  const schema = z.toJSONSchema(Input, { io: 'input', unrepresentable: 'any' });
  expect(schema.properties?.['draft']).toEqual({
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'], additionalProperties: false },
    description: 'An edit.',
  });
  expect(schema.required).toBeUndefined();
});
