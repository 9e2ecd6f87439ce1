import type { AnyObjectClass } from '../objects/object.ts';
import { hydrate } from '../objects/object.ts';
import { SYSTEM_CALL } from '../callers/call.ts';
import { StoredObject } from '../objects/stored-object.ts';

/**
 * Creates one instance of a class and checks whether its fields keep their values. A class field, accessor or constructor that interferes
 * would silently lose values, so each is a fault.
 */
export function probeClass(objectClass: AnyObjectClass): string[] {
  const { definition } = objectClass;
  const faults: string[] = [];
  const stored = Object.entries(definition.fields).filter(([, field]) => !field.computed);
  for (const [name] of Object.entries(definition.fields)) {
    if (name in StoredObject.prototype)
      faults.push(`${definition.className}.${name}: every object has a member of that name; rename the field`);
  }
  const values = Object.fromEntries(stored.map(([name]) => [name, Symbol(name)]));
  let instance: Record<string, unknown>;
  try {
    const origin = { database: undefined, call: SYSTEM_CALL, row: {}, stale: false };
    instance = hydrate(objectClass, values, origin) as unknown as Record<string, unknown>;
  } catch (error) {
    return [...faults, `${definition.className}: its constructor fails (${(error as Error).message}); an object class must not have one`];
  }
  for (const [name] of stored) {
    const own = Object.getOwnPropertyDescriptor(instance, name);
    if (own?.value !== values[name]) {
      faults.push(
        `${definition.className}.${name}: the class redeclares the field (a class field, accessor or constructor); use declare ${name} to narrow its type`,
      );
    }
  }
  return faults;
}
