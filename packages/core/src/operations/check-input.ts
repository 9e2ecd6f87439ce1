import { MalformedError, ValidationError } from '../errors/errors.ts';
import { findUnstorable } from '../fields/json.ts';
import { validate } from '../objects/faults.ts';
import type { Operation } from './operation.ts';

/**
 * Validates an operation's input against its schema. Faults of a read are faults of a query, 400; those of a write are faults of its body,
 * 422. Create and update are validated field by field later; see `readWriteInput`.
 */
export function checkInput(operation: Operation, input: unknown): unknown {
  if (operation.kind === 'crud' && (operation.name === 'create' || operation.name === 'update')) return objectOnly(input);
  if (!operation.input) {
    const names = Object.keys(objectOnly(input));
    if (names.length === 0) return undefined;
    throw refused(
      operation,
      names.map((name) => ({ pointer: `/${name}`, code: 'unknown_field', detail: `${operation.commandName} takes no ${name}` })),
    );
  }
  if (operation.kind === 'custom') refuseUnstorable(operation, input);
  const result = validate(operation.input, input ?? {});
  if (result.success) return result.data;
  throw refused(operation, result.faults);
}

/** The input of methods can be stored unchanged; the query of a list is validated where it is read. */
function refuseUnstorable(operation: Operation, input: unknown): void {
  const faults = Object.entries(objectOnly(input)).flatMap(([name, value]) => {
    const detail = name === '__proto__' ? 'the field does not exist' : findUnstorable(value);
    return detail === undefined ? [] : [{ pointer: `/${name}`, code: 'not_storable', detail }];
  });
  if (faults.length > 0) throw refused(operation, faults);
}

function objectOnly(input: unknown): Record<string, unknown> {
  if (input === undefined || input === null) return {};
  if (typeof input === 'object' && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new ValidationError('The input must be an object with the fields as properties.', {
    errors: [{ pointer: '', code: 'not_an_object', detail: 'must be an object' }],
  });
}

function refused(operation: Operation, faults: readonly { pointer: string; code: string; detail: string }[]): Error {
  const error = ValidationError.of(faults);
  return operation.effects === 'read' ? new MalformedError(error.message, { code: 'faulty_query', errors: faults }) : error;
}
