import type { Resource } from '../../operations/operation.ts';
import type { Operator } from '../../queries/filter.ts';

/** A number as JSON writes it, which JSON can hold without rounding. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Returns a condition of a query string, as it stands in `where`. A URL has only text: a declared field says what the text means, but inside a
 * JSON field the value may be a text, a number or a boolean, so all that are written like this are meant. In `where` the JSON says which.
 * `metadata.pages=12` is `{ 'metadata.pages': { in: ['12', 12] } }`.
 */
export function textCondition(name: string, operator: Operator, value: string, resource: Resource): Record<string, unknown> {
  const plain = { [name]: { [operator]: value } };
  if (!isInsideJson(name.split('.'), resource)) return plain;
  switch (operator) {
    case 'eq':
    case 'ne': {
      const values = meanings(value);
      return values.length === 1 ? plain : { [name]: { [operator === 'eq' ? 'in' : 'nin']: values } };
    }
    case 'in':
    case 'nin':
      return { [name]: { [operator]: value.split(',').flatMap(meanings) } };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      // True and false have no order.
      const alternatives = meanings(value).filter((meaning) => typeof meaning !== 'boolean');
      const conditions = alternatives.map((meaning) => ({ [name]: { [operator]: meaning } }));
      return conditions.length === 1 ? plain : { any: conditions };
    }
    case 'like':
    case 'null':
      return plain;
  }
}

function meanings(text: string): (string | number | boolean)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  const number = JSON_NUMBER.test(text) ? Number(text) : Number.NaN;
  const isExact = Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
  return isExact ? [text, number] : [text];
}

/** Whether a path leads into a JSON field, also of a record that a reference points at. */
function isInsideJson([head = '', ...path]: readonly string[], { fields, related }: Resource): boolean {
  const field = path.length > 0 && Object.hasOwn(fields, head) ? fields[head] : undefined;
  if (!field || field.private) return false;
  if (field.kind === 'json') return true;
  const target = field.reference && related(field.reference.table());
  return target !== undefined && isInsideJson(path, target);
}
