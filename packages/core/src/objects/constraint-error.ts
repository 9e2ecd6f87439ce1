import { type ColophonError } from '../errors/colophon-error.ts';
import { ConflictError, ValidationError } from '../errors/errors.ts';
import type { ConstraintFault } from '../storage/dialect.ts';
import { type ObjectDefinition, shownKey } from './definition.ts';
import { uniqueIndexName } from './table-of.ts';

/** Converts a constraint violation of the database to an error in terms of the definition. */
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
    return new ValidationError(`${names.join(', ') || 'A record named here'}: the record does not exist.`, {
      code: 'bad_reference',
      errors: names.map((name) => ({ pointer: `/${name}`, code: 'not_found', detail: 'the record does not exist' })),
      cause,
    });
  }
  if (fault.kind === 'too-long') {
    return new ValidationError('A value is too long for an indexed field.', {
      code: 'too_long',
      hint: 'Shorten it to at most 2000 characters.',
      cause,
    });
  }
  return new ValidationError('A value does not fit its column.', { cause });
}

/** Returns the error for deleting a record that others refer to. */
export function inUseError(definition: ObjectDefinition, key: string, cause: unknown): ConflictError {
  return new ConflictError(`${definition.className} ${shownKey(definition, key)} is still in use: other records refer to it.`, {
    code: 'in_use',
    hint: 'Delete the referring records first, or change their reference.',
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
