import type { JsonSchema } from '../interface/messages.ts';

/** A schema in the form in which a vendor enforces it. */
export interface FittedSchema {
  schema: JsonSchema;
  /** Whether the vendor enforces it; otherwise it only tells the model what is wanted. */
  isEnforced: boolean;
  /** Whether the value is the member `value` of an object, because the vendor accepts only objects. */
  isWrapped: boolean;
  /** What the vendor does not enforce, each with its place: `uniqueItems at #/properties/tags`. */
  lost: readonly string[];
}

/** Writes a schema in the form in which a vendor enforces it. */
export type FitSchema = (schema: JsonSchema) => FittedSchema;

/** The member that holds a value which is not an object. */
export const WRAPPED = 'value';

/** The most places named in a message. */
const MAX_NAMED = 8;

/** Describes what a vendor does not enforce, for a warning or an error. */
export function describeLost({ isEnforced, lost }: Pick<FittedSchema, 'isEnforced' | 'lost'>): string {
  const named = [...new Set(lost)];
  const places = named.slice(0, MAX_NAMED).join(', ') + (named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '');
  return isEnforced
    ? `The vendor does not enforce ${places}; the answer is validated here.`
    : `The vendor does not enforce this schema because of ${places}; the answer is validated here.`;
}
