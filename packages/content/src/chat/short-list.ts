import { z } from 'zod';

/**
 * A list whose length is checked before its elements: a list of a million invalid elements would otherwise report a million faults.
 *
 * @example
 * shortList(z.string(), 20);
 */
export function shortList<Item extends z.ZodType>(item: Item, maximum: number, minimum = 0) {
  const { $schema: _, ...items } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return z.array(z.unknown()).min(minimum).max(maximum).meta({ items }).pipe(z.array(item));
}
