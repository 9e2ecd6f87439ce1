import { z } from 'zod';
import { ROLES } from '../callers/caller.ts';
import { ValidationError } from '../errors/errors.ts';
import { boolean } from '../fields/boolean.ts';
import { datetime } from '../fields/datetime.ts';
import type { Field, Fields } from '../fields/field.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer, real } from '../fields/numbers.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import type { ObjectOptions } from './definition.ts';
import { validate } from './faults.ts';
import { type ObjectClass, object } from './object.ts';

const common = {
  required: z.boolean().optional(),
  private: z.boolean().optional(),
  personal: z.boolean().optional(),
  findableBy: z.enum(ROLES).optional(),
  readOnly: z.boolean().optional(),
  listed: z.boolean().optional(),
  search: z.enum(['A', 'B', 'C', 'D']).optional(),
  indexed: z.boolean().optional(),
  description: z.string().optional(),
};
const bounds = { minimum: z.number().optional(), maximum: z.number().optional(), default: z.number().optional() };
const texts = { values: z.array(z.string()).min(1).optional(), minLength: z.int().optional(), maxLength: z.int().optional() };

const JsonField = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...common, ...texts, default: z.string().optional() }),
  z.strictObject({ kind: z.literal('integer'), ...common, ...bounds }),
  z.strictObject({ kind: z.literal('real'), ...common, ...bounds }),
  z.strictObject({ kind: z.literal('boolean'), ...common, default: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('datetime'), ...common, default: z.string().optional() }),
  z.strictObject({ kind: z.literal('json'), ...common, default: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({ kind: z.literal('list'), ...common, ...texts, maxItems: z.int().optional() }),
  z.strictObject({
    kind: z.literal('reference'),
    ...common,
    target: z.string(),
    onDelete: z.enum(['cascade', 'restrict', 'set null']).optional(),
  }),
]);

const expose = z.union([z.boolean(), z.strictObject({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() })]);
const role = z.enum(['public', 'signed-in', 'viewer', 'contributor', 'editor', 'admin', 'nobody']).optional();

/** The input of `defineFromJson`. */
export const JsonObjectDefinition = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Za-z0-9]*$/, 'must be a class name such as Note'),
  fields: z.record(z.string(), JsonField),
  table: z.string().optional(),
  key: z.string().optional(),
  tenant: z.boolean().optional(),
  api: expose.optional(),
  mcp: expose.optional(),
  cli: expose.optional(),
  access: z.strictObject({ read: role, create: role, update: role, delete: role }).optional(),
  unique: z.array(z.array(z.string())).optional(),
  indexes: z.array(z.array(z.string())).optional(),
  appendOnly: z.boolean().optional(),
  patchOnly: z.boolean().optional(),
  orderBy: z.string().optional(),
  label: z.string().optional(),
  description: z.string().optional(),
});
export type JsonObjectDefinition = z.infer<typeof JsonObjectDefinition>;

/**
 * Creates an object class from a definition in JSON, created at run time or read from a file.
 *
 * @throws ValidationError naming every invalid part
 * @example
 * const Note = defineFromJson({ name: 'Note', api: true, fields: { title: { kind: 'text', required: true } } });
 * class Notes extends collection(Note) {}
 */
export function defineFromJson(given: unknown): ObjectClass<Fields, ObjectOptions> {
  const result = validate(JsonObjectDefinition, given);
  if (!result.success) throw ValidationError.of(result.faults);
  const { name, fields, ...options } = result.data;
  const made = Object.fromEntries(Object.entries(fields).map(([field, definition]) => [field, makeField(definition)]));
  // A class takes its name from the property that it is assigned to.
  return { [name]: class extends object(made, options as ObjectOptions) {} }[name] as unknown as ObjectClass<Fields, ObjectOptions>;
}

function makeField(definition: z.infer<typeof JsonField>): Field {
  // An absent option and an undefined one mean the same to a field.
  const options = definition as never;
  switch (definition.kind) {
    case 'text':
      return text(options);
    case 'integer':
      return integer(options);
    case 'real':
      return real(options);
    case 'boolean':
      return boolean(options);
    case 'datetime':
      return datetime(options);
    case 'json':
      return json(options);
    case 'list':
      return list(text({ values: definition.values, minLength: definition.minLength, maxLength: definition.maxLength } as never), options);
    case 'reference':
      return reference(definition.target, options);
  }
}
