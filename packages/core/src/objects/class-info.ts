import type { AnyObjectClass } from './object.ts';
import { columnsOf } from './rows.ts';

/** What reading a class needs and never changes, worked out once. */
export interface ClassInfo {
  /** The subclasses by the value of the type field. */
  readonly types: ReadonlyMap<string, AnyObjectClass>;
  /** Every column of the class, and on the root those of its subclasses. */
  readonly columns: readonly string[];
  /** The public fields of a list that does not say which. */
  readonly listed: ReadonlySet<string>;
}

const known = new WeakMap<AnyObjectClass, { types: readonly AnyObjectClass[]; info: ClassInfo }>();

export function classInfo(objectClass: AnyObjectClass, types: readonly AnyObjectClass[]): ClassInfo {
  const found = known.get(objectClass);
  if (found && (found.types === types || (found.types.length === 0 && types.length === 0))) return found.info;
  const columns = [objectClass, ...types].flatMap((each) => columnsOf(each.definition).map(([name]) => name));
  const fields = Object.entries(objectClass.definition.fields);
  const info: ClassInfo = {
    types: new Map(types.flatMap((type) => (type.typeName === undefined ? [] : [[type.typeName, type] as const]))),
    columns: [...new Set(columns)],
    listed: new Set(fields.filter(([, field]) => field.listed && !field.private).map(([name]) => name)),
  };
  known.set(objectClass, { types, info });
  return info;
}
