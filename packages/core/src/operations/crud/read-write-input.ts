import { isPlainObject } from '@colophon/base';
import type { FieldFault } from '@colophon/contract';
import { ValidationError } from '../../errors/errors.ts';
import type { Field } from '../../fields/field.ts';
import { nearestField } from '../../fields/nearest-field.ts';
import { validate } from '../../objects/faults.ts';
import type { ObjectDefinition } from '../../objects/definition.ts';
import { sameValue } from '../../objects/origin.ts';
import { isWritable } from './write-input.ts';

/** The number of faults up to which the nearest name of a wrong one is looked for. */
const MOST_SUGGESTIONS = 5;

/**
 * Validates the body of a create or update: every property must be a writable field with a valid value, and a create has every required
 * one. A read-only property is ignored if it equals the value that `current` returns, so that a record that was read can be sent back
 * whole.
 *
 * @throws ValidationError naming every invalid property
 */
export async function readWriteInput(
  definition: ObjectDefinition,
  input: Readonly<Record<string, unknown>>,
  action: 'create' | 'update',
  current: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<Record<string, unknown>> {
  const faults: FieldFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (field && isWritable(definition, name, action)) {
      const result = readField(field, value, `/${name}`);
      if ('faults' in result) faults.push(...result.faults);
      else values[name] = result.value;
      if (action === 'update' && field.kind === 'json' && 'value' in result)
        faults.push(...lostMembers(result.given, result.value, (await current())[name], `/${name}`));
      continue;
    }
    const stands = await current();
    if (Object.hasOwn(stands, name) && sameValue(stands[name], value)) continue;
    const known = field && !field.private;
    // A body can hold thousands of wrong names.
    const meant = known || faults.length >= MOST_SUGGESTIONS ? '' : nearestField(name, definition.fields);
    faults.push({
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: known ? 'read_only' : 'unknown_field',
      detail: known ? `${name} cannot be set from outside` : `the field ${name} does not exist${meant}`,
    });
  }
  if (action === 'create') faults.push(...missingValues(definition, input));
  if (faults.length > 0) throw ValidationError.of(faults);
  return values;
}

/**
 * Finds required values that were not sent, as the published schema says: hooks of the class run before a record is validated, and rely on
 * them.
 */
function missingValues(definition: ObjectDefinition, input: Readonly<Record<string, unknown>>): FieldFault[] {
  return Object.entries(definition.fields)
    .filter(
      ([name, { required, hasDefault }]) =>
        required && !hasDefault && isWritable(definition, name, 'create') && !Object.hasOwn(input, name),
    )
    .map(([name]) => ({ pointer: `/${name}`, code: 'required', detail: 'is required' }));
}

/**
 * Finds members that were not sent and whose default would replace another stored value. A JSON value is replaced as a whole, but the
 * caller did not ask for a default.
 */
function lostMembers(given: unknown, read: unknown, stored: unknown, pointer: string): FieldFault[] {
  if (!isPlainObject(given) || !isPlainObject(read) || !isPlainObject(stored)) return [];
  return Object.entries(read).flatMap(([name, value]) => {
    const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (Object.hasOwn(given, name)) return lostMembers(given[name], value, stored[name], inner);
    if (stored[name] === undefined || sameValue(stored[name], value)) return [];
    return [{ pointer: inner, code: 'required', detail: 'is stored but was not sent, and its default would replace it; send it too' }];
  });
}

function readField(field: Field, given: unknown, pointer: string): { given: unknown; value: unknown } | { faults: FieldFault[] } {
  let value = given;
  if (field.kind === 'json' && typeof given === 'string') {
    try {
      value = JSON.parse(given) as unknown;
    } catch {
      return { faults: [{ pointer, code: 'not_json', detail: 'must be JSON' }] };
    }
  }
  const result = validate(field.schema, value, pointer);
  return result.success ? { given: value, value: result.data } : { faults: result.faults };
}
