import { type ColophonError } from '../errors/colophon-error.ts';
import { ConflictError, ValidationError } from '../errors/errors.ts';
import type { ConstraintFault } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';
import { uniqueIndexName } from './table-of.ts';

/** Says in the words of the definition which rule of the database a write broke. */
export function constraintError(definition: ObjectDefinition, fault: ConstraintFault, cause: unknown): ColophonError {
  if (fault.kind === 'unique') {
    const fields = uniqueFields(definition, fault);
    const names = fields.join(', ') || 'a value';
    return new ConflictError(`Another ${definition.className} has the same ${names}.`, {
      code: 'not_unique',
      errors: fields.filter((name) => name !== 'tenantId').map((name) => ({ pointer: `/${name}`, code: 'not_unique', detail: 'is taken' })),
      cause,
    });
  }
  if (fault.kind === 'reference') {
    const names = referencing(definition, fault);
    return new ValidationError(`${names.join(', ') || 'A record named here'}: there is no such record.`, {
      code: 'bad_reference',
      errors: names.map((name) => ({ pointer: `/${name}`, code: 'not_found', detail: 'there is no such record' })),
      cause,
    });
  }
  if (fault.kind === 'too-long') {
    return new ValidationError('A value is too long for a field that records are looked up by.', {
      code: 'too_long',
      hint: 'Shorten it to at most 2000 characters.',
      cause,
    });
  }
  return new ValidationError('A value does not fit its column.', { cause });
}

/** Says that others refer to the record, so that it cannot be removed. */
export function inUseError({ className }: ObjectDefinition, key: string, cause: unknown): ConflictError {
  return new ConflictError(`${className} ${key} is still in use: other records refer to it.`, {
    code: 'in_use',
    hint: 'Remove what refers to it first, or point that at something else.',
    cause,
  });
}

function uniqueFields(definition: ObjectDefinition, fault: ConstraintFault): readonly string[] {
  const rule = definition.options.unique?.find((fields) => uniqueIndexName(definition.table, fields) === fault.name);
  if (rule) return rule;
  const columns = fault.columns?.filter((column) => definition.fields[column]) ?? [];
  return columns.length > 0 ? columns : [definition.key];
}

function referencing(definition: ObjectDefinition, fault: ConstraintFault): string[] {
  const references = Object.entries(definition.fields).filter(([, field]) => field.reference);
  const named = references.filter(([name]) => fault.columns?.includes(name));
  return (named.length > 0 ? named : references.length === 1 ? references : []).map(([name]) => name);
}
