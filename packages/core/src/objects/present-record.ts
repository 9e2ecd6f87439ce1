import { shownValue } from '../fields/qualified.ts';
import type { Ports } from '../ports/ports.ts';
import type { ObjectDefinition } from './definition.ts';
import type { Presented } from './object.ts';
import { definitionOf, originOf, sameValue, valuesOf } from './origin.ts';
import { type PresentedFrom, type RowPresenter, rowPresenter } from './present.ts';
import { StoredObject } from './stored-object.ts';

/**
 * Returns a record as presented by its `toJSON`. A record that was read and is unchanged is presented from its row, which costs less for
 * shared rows.
 */
export function presentRecord(record: StoredObject): Presented {
  const { row, database } = originOf(record);
  if (!row || !database || !Object.isFrozen(row) || record.toJSON !== StoredObject.prototype.toJSON) return record.toJSON();
  const shared = presenterOf(definitionOf(record), database)(row);
  return standsAs(record, shared) ? shared : record.toJSON();
}

function standsAs(record: StoredObject, shared: Presented): boolean {
  const values = valuesOf(record);
  const { fields } = definitionOf(record);
  for (const name in shared) if (!sameValue(shownValue(fields[name], values[name]), shared[name])) return false;
  return true;
}

const presenters = new WeakMap<ObjectDefinition, WeakMap<Ports, RowPresenter>>();

/** Returns a presenter of all public fields. */
export function presenterOf(definition: ObjectDefinition, database: PresentedFrom): RowPresenter {
  let known = presenters.get(definition);
  if (!known) presenters.set(definition, (known = new WeakMap<Ports, RowPresenter>()));
  let presenter = known.get(database.ports);
  if (!presenter) known.set(database.ports, (presenter = rowPresenter(definition, database, new Set(Object.keys(definition.fields)))));
  return presenter;
}
