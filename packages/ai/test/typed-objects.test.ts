import { describe, expect, expectTypeOf, it } from 'vitest';
import { InvalidObjectError, type StandardSchema } from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { collect } from './loopback/collect.ts';
import { isStrictSchema } from '../src/schemas/strict-schema.ts';

const ask = [{ role: 'user', content: 'A book, please.' }] as const;

interface Book {
  title: string;
  pages: number;
}

/** A Standard Schema of an arbitrary library, which validates and converts texts to numbers. */
const bookSchema = (jsonSchema?: Record<string, unknown>): StandardSchema<Book> => ({
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: async (value) => {
      const { title, pages } = value as { title?: unknown; pages?: unknown };
      if (typeof title !== 'string') return { issues: [{ message: `title was ${JSON.stringify(value)}` }] };
      return { value: { title, pages: Number(pages) } };
    },
    ...(jsonSchema === undefined ? {} : { jsonSchema: { input: () => jsonSchema } }),
  },
});

describe('an object by a schema of any library', () => {
  it('has the type of the schema, and is converted by it', async () => {
    const ai = createFakeAI(['{"title": "Harbour", "pages": "3"}']);
    const responseFormat = { type: 'json_schema', schema: bookSchema({ type: 'object' }) } as const;
    const { object } = await ai.chat(ask, { responseFormat });
    expectTypeOf(object).toEqualTypeOf<Book | undefined>();
    expect(object).toEqual({ title: 'Harbour', pages: 3 });
    const stream = ai.stream(ask, { responseFormat });
    expectTypeOf((await stream.response).object).toEqualTypeOf<Book | undefined>();
    expect((await ai.complete('A book.', { responseFormat })).object?.pages).toBe(3);
    const plain = await ai.chat(ask, { responseFormat: { type: 'json_object' } });
    expectTypeOf(plain.object).toEqualTypeOf<unknown>();
    const events = await collect(ai.stream(ask, { responseFormat }).events());
    expect(events.at(-1)).toMatchObject({ type: 'finish', response: { object: { pages: 3 } } });
  });

  it('is rejected without quoting it if it violates the schema', async () => {
    const ai = createFakeAI(['{"secret": "word"}']);
    const error = await ai
      .chat(ask, { responseFormat: { type: 'json_schema', schema: bookSchema({}) } })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InvalidObjectError);
    expect(String(error)).not.toContain('word');
    expect((error as InvalidObjectError).text).toBe('{"secret": "word"}');
  });

  it('is sent to the model as its JSON Schema or as the caller’s, and is rejected without either', async () => {
    const asked: unknown[] = [];
    const model = createFakeAI((messages) => {
      asked.push(messages);
      return '{"title": "x", "pages": 1}';
    });
    await model.chat(ask, { responseFormat: { type: 'json_schema', schema: bookSchema({ type: 'object' }) } });
    await expect(model.chat(ask, { responseFormat: { type: 'json_schema', schema: bookSchema() } })).rejects.toThrow('jsonSchema');
    await model.chat(ask, { responseFormat: { type: 'json_schema', schema: bookSchema(), jsonSchema: { type: 'object' } } });
    const odd = {
      '~standard': {
        ...bookSchema()['~standard'],
        jsonSchema: {
          input: () => {
            throw new Error('no');
          },
        },
      },
    } as StandardSchema<Book>;
    await expect(model.chat(ask, { responseFormat: { type: 'json_schema', schema: odd } })).rejects.toThrow('jsonSchema');
    expect(asked).toHaveLength(2);
  });
});

describe('the strict mode of OpenAI’s wire', () => {
  it.each([
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }, true],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false }, false],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, false],
    [{ type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } }, false],
    [
      { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } }, required: ['a'], additionalProperties: false },
      true,
    ],
    [{ anyOf: [{ type: 'object' }] }, false],
    [{ type: 'string' }, false],
  ])('is used for %j: %s', (schema, strict) => {
    expect(isStrictSchema(schema)).toBe(strict);
  });
});
