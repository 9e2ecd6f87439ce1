import type { z } from 'zod';
import type { Computation, Field, FieldKind, FieldOptions, ReferenceTarget } from './field.ts';

interface FieldParts {
  kind: FieldKind;
  schema: z.ZodType;
  values?: readonly string[] | undefined;
  fold?: ((text: string) => string) | undefined;
  reference?: ReferenceTarget;
  computed?: Computation;
}

/** Creates a field from its kind, its value schema and the common options. */
export function makeField<Value, Needed extends boolean>(parts: FieldParts, options: FieldOptions<unknown>): Field<Value, Needed> {
  const hasDefault = options.default !== undefined;
  const required = options.required ?? false;
  const nullable = !required && !hasDefault;
  return {
    kind: parts.kind,
    nullable,
    required,
    hasDefault,
    default: options.default,
    private: options.private ?? false,
    personal: options.personal ?? false,
    findableBy: options.findableBy,
    readOnly: (options.readOnly ?? false) || parts.computed !== undefined,
    listed: options.listed ?? true,
    search: options.search,
    indexed: options.indexed ?? false,
    qualified: options.qualified ?? false,
    values: parts.values,
    description: options.description,
    schema: describe(nullable ? parts.schema.nullable() : parts.schema, options.description),
    fold: parts.fold,
    reference: parts.reference,
    computed: parts.computed,
  };
}

function describe(schema: z.ZodType, description: string | undefined): z.ZodType {
  return description === undefined ? schema : schema.describe(description);
}
