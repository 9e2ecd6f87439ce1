import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { json } from '../../fields/json.ts';
import { text } from '../../fields/text.ts';
import { object } from '../../objects/object.ts';
import { readWriteInput } from './read-write-input.ts';

const Rules = z.strictObject({
  maxFiles: z.int().default(10),
  blocked: z.array(z.string()).default([]),
  label: z.string().optional(),
  limits: z.strictObject({ bytes: z.int().default(1000) }).default({ bytes: 1000 }),
});

class Door extends object({ rules: json({ schema: Rules, default: Rules.parse({}) }), metadata: json() }, { table: 'doors' }) {}

describe('a change of a JSON field', () => {
  const stored = { rules: { maxFiles: 10, blocked: ['casino'], label: 'Front', limits: { bytes: 50 } }, metadata: { a: 1, b: 2 } };
  const change = (input: Record<string, unknown>) => readWriteInput(Door.definition, input, 'update', async () => stored);

  it('is refused where a default would silently replace what is stored, and names each member, however deep', async () => {
    await expect(change({ rules: { maxFiles: 3, limits: {} } })).rejects.toMatchObject({
      status: 422,
      errors: [
        { pointer: '/rules/blocked', code: 'required', detail: expect.stringContaining('send it too') },
        { pointer: '/rules/limits/bytes', code: 'required' },
      ],
    });
  });

  it('takes the value as a whole: what has no default may be left away, and so may what is stored as its default', async () => {
    expect(await change({ rules: { blocked: [], limits: { bytes: 7 } } })).toEqual({
      rules: { maxFiles: 10, blocked: [], limits: { bytes: 7 } },
    });
    expect(await change({ rules: JSON.stringify({ ...stored.rules, maxFiles: 3 }) })).toEqual({ rules: { ...stored.rules, maxFiles: 3 } });
    expect(await change({ metadata: { a: 2 } })).toEqual({ metadata: { a: 2 } });
  });
});

describe('a create', () => {
  class Guest extends object(
    {
      email: text({ required: true }),
      name: text({ required: true }),
      plan: text({ required: true, default: 'free' }),
      token: text({ required: true, private: true }),
    },
    { table: 'guests' },
  ) {
    /** As hooks of classes do, this one relies on what is required. */
    protected override async beforeSave(): Promise<void> {
      this.email = this.email.toLowerCase();
    }
  }
  const create = (input: Record<string, unknown>) => readWriteInput(Guest.definition, input, 'create', async () => ({}));

  it('is refused without a required value, with every missing one named, before a hook of the class meets it', async () => {
    await expect(create({ plan: 'paid' })).rejects.toMatchObject({
      status: 422,
      message: 'email, name: is required',
      errors: [
        { pointer: '/email', code: 'required', detail: 'is required' },
        { pointer: '/name', code: 'required', detail: 'is required' },
      ],
    });
  });

  it('needs no value that has a default, or that cannot be sent', async () => {
    expect(await create({ email: 'ADA@news.example', name: 'Ada' })).toEqual({ email: 'ADA@news.example', name: 'Ada' });
  });
});
