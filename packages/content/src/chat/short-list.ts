import { z } from 'zod';

/**
 * A list of which the length is checked before anything in it is: one of a million things that are wrong would be a million faults.
 *
 * @example
 * shortList(z.string(), 20);
 */
export function shortList<Item extends z.ZodType>(item: Item, maximum: number, minimum = 0) {
  const { $schema: _, ...items } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return z.array(z.unknown()).min(minimum).max(maximum).meta({ items }).pipe(z.array(item));
}
