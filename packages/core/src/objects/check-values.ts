import type { FieldFault } from '@colophon/contract';
import { ValidationError } from '../errors/errors.ts';
import { initialValue } from '../fields/field.ts';
import { validate } from './faults.ts';
import type { ObjectDefinition } from './definition.ts';
import { newKey } from '../fields/new-key.ts';
import { shownValue } from '../fields/qualified.ts';
import { columnsOf } from './rows.ts';
import { definitionOf, type Origin, type Originated, originOf, sameValue, valuesOf } from './origin.ts';

const ABSENT = { success: true, data: null } as const;

/** What `stampNew` sets for every new record, which needs no validation. */
const STAMPED: ReadonlySet<string> = new Set(['rev', 'created_at', 'updated_at']);

/**
 * Validates every new or changed value and converts it to its stored form; returns the changed fields.
 *
 * @throws ValidationError naming every invalid field
 */
export function checkValues(instance: Originated, previous: Readonly<Record<string, unknown>> | undefined): string[] {
  const definition = definitionOf(instance);
  const values = valuesOf(instance);
  if (!previous) stampNew(definition, values, originOf(instance));
  const faults: FieldFault[] = [];
  const changed: string[] = [];
  for (const [name, field] of columnsOf(definition)) {
    if (!previous && STAMPED.has(name)) {
      changed.push(name);
      continue;
    }
    if (values[name] === undefined) values[name] = initialValue(field);
    if (previous && sameValue(values[name], previous[name])) continue;
    if (previous && (name === definition.key || name === definition.typeField)) {
      faults.push({ pointer: `/${name}`, code: 'read_only', detail: 'cannot be changed' });
      continue;
    }
    if (!previous && name === definition.typeField && definition.typeName !== undefined && values[name] !== definition.typeName) {
      faults.push({ pointer: `/${name}`, code: 'wrong_type', detail: `is ${definition.typeName} for ${definition.className}` });
      continue;
    }
    // Absent values need no validation; most fields of a new record are absent.
    const result = values[name] === null && field.nullable ? ABSENT : validate(field.schema, shownValue(field, values[name]), `/${name}`);
    if (!result.success) {
      faults.push(...result.faults);
      continue;
    }
    // A qualified value is validated as it is shown, and stored as it is.
    if (!field.qualified) values[name] = result.data;
    if (!previous || !sameValue(values[name], previous[name])) changed.push(name);
  }
  if (faults.length > 0) throw ValidationError.of(faults);
  return changed;
}

/** Sets the framework's own fields of a new record. */
function stampNew(definition: ObjectDefinition, values: Record<string, unknown>, origin: Origin): void {
  const { call, was } = origin;
  const stamp = call.now().toISOString();
  origin.keyMade = definition.generatedKey && (values['id'] === undefined || values['id'] === null);
  if (origin.keyMade) values['id'] = newKey();
  values['rev'] = was ? was.rev + 1 : 1;
  values['created_at'] = was?.created_at ?? stamp;
  values['updated_at'] = stamp;
}
