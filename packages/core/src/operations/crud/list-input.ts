import { z } from 'zod';
import { MAXIMUM_LIMIT, MAXIMUM_OFFSET } from '../../objects/query.ts';

const wholeNumber = (name: string, maximum: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
      z.int({ error: `${name} must be a whole number` }).optional(),
    )
    .meta({ minimum: 0, maximum });

/** `where` and other JSON: text, as the query string and flags carry it, or the value itself. */
const jsonText = z
  .preprocess((value, context) => {
    const read = typeof value === 'string' ? parsed(value) : value;
    if (read === undefined && value !== undefined)
      context.addIssue({ code: 'custom', message: 'must be JSON such as {"status":"published"}', input: value });
    // The schema would drop it without a word.
    else if (typeof read === 'object' && read !== null && Object.hasOwn(read, '__proto__'))
      context.addIssue({ code: 'custom', message: 'there is no field __proto__ to filter by', input: value, path: ['__proto__'] });
    else return read;
    return z.NEVER;
  }, z.record(z.string(), z.unknown()).optional())
  .meta({ type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object', additionalProperties: true } });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Names separated by commas, or a list of them. */
export const names = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
  z.array(z.string()).optional(),
);

/** What a list takes on every surface. Ranges are checked where the list is read, so that each surface says the same. */
export const listInput = z.strictObject({
  limit: wholeNumber('limit', MAXIMUM_LIMIT).describe('How many to answer, 0 to 1000; 50 when not given.'),
  offset: wholeNumber('offset', MAXIMUM_OFFSET).describe('How many to skip.'),
  cursor: z.string().optional().describe('nextCursor of the page before.'),
  orderBy: z.string().optional().describe('Fields in order of weight, - for descending: -updated_at,title.'),
  where: jsonText.describe('A filter as JSON: {"status":"published","rev":{"gt":3}}.'),
  search: z.string().optional().describe('Full-text search: words, "phrases", -without, prefix*.'),
  fields: names.describe('The fields to answer, separated by commas.'),
  count: z.enum(['exact', 'none']).optional().describe('none spares counting what matches.'),
});

/** What `expand` takes, where records refer to others. */
export const expandInput = {
  expand: names.describe('References whose records are answered too, in expanded, separated by commas: cook,cook.restaurant.'),
};

export type ListInput = z.infer<typeof listInput> & { expand?: string[] | undefined };
