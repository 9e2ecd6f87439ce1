import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validate } from './faults.ts';

const schema = z.strictObject({
  title: z.string().min(1).max(5),
  code: z.string().length(2).optional(),
  pages: z.int().min(1).max(9).optional(),
  share: z.number().gt(0).lt(1).multipleOf(0.25).optional(),
  done: z.boolean().optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(['news', 'opinion']).optional(),
  only: z.literal('x').optional(),
  slug: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  mail: z.email().optional(),
  site: z.url('must be the address of a site').optional(),
  more: z.strictObject({ a: z.string() }).optional(),
  either: z.union([z.string(), z.number()]).optional(),
});

const faultsOf = (value: Readonly<Record<string, unknown>>): string[] => {
  const result = validate(schema, { title: 'x', ...value });
  return result.success ? [] : result.faults.map(({ pointer, code, detail }) => `${pointer} ${detail} (${code})`);
};

describe('a fault of an input', () => {
  it.each([
    [{ title: undefined }, '/title is required (required)'],
    [{ title: null }, '/title must be text (invalid_type)'],
    [{ title: '' }, '/title must not be empty (too_small)'],
    [{ title: 'longer' }, '/title must have at most 5 characters (too_big)'],
    [{ code: 'a' }, '/code must have exactly 2 characters (too_small)'],
    [{ code: 'abc' }, '/code must have exactly 2 characters (too_big)'],
    [{ pages: 'many' }, '/pages must be a number (invalid_type)'],
    [{ pages: 1.5 }, '/pages must be a whole number (invalid_type)'],
    [{ pages: 0 }, '/pages must be 1 or more (too_small)'],
    [{ pages: 10 }, '/pages must be 9 or less (too_big)'],
    [{ share: 0 }, '/share must be more than 0 (too_small)'],
    [{ share: 1 }, '/share must be less than 1 (too_big)'],
    [{ share: 0.3 }, '/share must be a multiple of 0.25 (not_multiple_of)'],
    [{ done: 'yes' }, '/done must be true or false (invalid_type)'],
    [{ tags: 'a' }, '/tags must be a list (invalid_type)'],
    [{ tags: [] }, '/tags must have at least 1 item (too_small)'],
    [{ tags: ['a', 'b', 'c'] }, '/tags must have at most 2 items (too_big)'],
    [{ tags: ['a', 1] }, '/tags/1 must be text (invalid_type)'],
    [{ kind: 'poem' }, '/kind must be one of news, opinion (not_one_of)'],
    [{ only: 'y' }, '/only must be x (not_one_of)'],
    [{ slug: 'A' }, '/slug must match /^[a-z]+$/ (invalid_format)'],
    [{ mail: 'ada' }, '/mail must be an e-mail address (invalid_format)'],
    [{ more: [] }, '/more must be an object (invalid_type)'],
    [{ either: true }, '/either has none of the allowed forms (invalid_union)'],
    [{ other: 1 }, '/other the field does not exist (unknown_field)'],
  ])('%j: %s', (value, fault) => {
    expect(faultsOf(value)).toEqual([fault]);
  });

  it('is worded as the schema words it', () => {
    expect(faultsOf({ site: 'here' })).toEqual(['/site must be the address of a site (invalid_format)']);
  });

  it('names its place from the given pointer on', () => {
    const result = validate(z.string(), 1, '/title');
    expect(result).toMatchObject({ success: false, faults: [{ pointer: '/title', detail: 'must be text' }] });
  });
});
