import type { FieldFault } from '@colophon/contract';
import { ValidationError } from '../../errors/errors.ts';
import type { Field } from '../../fields/field.ts';
import { faultsOf } from '../../objects/faults.ts';
import type { ObjectDefinition } from '../../objects/definition.ts';
import { sameValue } from '../../objects/origin.ts';
import { isWritable } from './write-input.ts';

/**
 * Reads the body of a create or update: every property must be a writable field with a fitting value. One that nobody
 * may write is ignored when it equals what `current` answers for it, so that what was read can be sent back whole.
 *
 * @throws ValidationError naming every property at fault
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
      continue;
    }
    const stands = await current();
    if (Object.hasOwn(stands, name) && sameValue(stands[name], value)) continue;
    const known = field && !field.private;
    faults.push({
      pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: known ? 'read_only' : 'unknown_field',
      detail: known ? `${name} cannot be set from outside` : `there is no field ${name}`,
    });
  }
  if (faults.length > 0) throw ValidationError.of(faults);
  return values;
}

function readField(field: Field, given: unknown, pointer: string): { value: unknown } | { faults: FieldFault[] } {
  let value = given;
  if (field.kind === 'json' && typeof given === 'string') {
    try {
      value = JSON.parse(given) as unknown;
    } catch {
      return { faults: [{ pointer, code: 'not_json', detail: 'must be JSON' }] };
    }
  }
  const result = field.schema.safeParse(value);
  return result.success ? { value: result.data } : { faults: faultsOf(result.error, pointer) };
}
