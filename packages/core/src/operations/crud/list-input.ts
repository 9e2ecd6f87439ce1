import { z } from 'zod';
import { MAXIMUM_LIMIT, MAXIMUM_OFFSET } from '../../objects/query.ts';

const wholeNumber = (name: string, maximum: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
      z.int({ error: `${name} must be a whole number` }).optional(),
    )
    .meta({ minimum: 0, maximum });

/** `where` and other JSON: as text in the query string and flags, or as the value itself. */
const jsonText = z
  .preprocess((value, context) => {
    const read = typeof value === 'string' ? parsed(value) : value;
    if (read === undefined && value !== undefined)
      context.addIssue({ code: 'custom', message: 'must be JSON such as {"status":"published"}', input: value });
    // The schema would silently drop it.
    else if (typeof read === 'object' && read !== null && Object.hasOwn(read, '__proto__'))
      context.addIssue({ code: 'custom', message: 'cannot filter by __proto__', input: value, path: ['__proto__'] });
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

/** The input of a list on every surface. Ranges are validated where the list is read, so that each surface reports the same error. */
export const listInput = z.strictObject({
  limit: wholeNumber('limit', MAXIMUM_LIMIT).describe('The number of records to return, 0 to 1000; default 50.'),
  offset: wholeNumber('offset', MAXIMUM_OFFSET).describe('The number of records to skip.'),
  cursor: z.string().optional().describe('nextCursor of the previous page.'),
  orderBy: z.string().optional().describe('Fields to order by, - for descending: -updated_at,title.'),
  where: jsonText.describe('A filter as JSON: {"status":"published","rev":{"gt":3}}.'),
  search: z.string().optional().describe('Full-text search: words, "phrases", -without, prefix*.'),
  fields: names.describe('The fields to return, separated by commas.'),
  count: z.enum(['exact', 'none']).optional().describe('none skips counting the matches.'),
});

/** The `expand` input, for records with references. */
export const expandInput = {
  expand: names.describe('References whose records are returned in expanded, separated by commas: cook,cook.restaurant.'),
};

export type ListInput = z.infer<typeof listInput> & { expand?: string[] | undefined };
