/** What kind of scalar a value is; the text of a query depends on it, never on the value. */
export type ScalarType = 'string' | 'number' | 'boolean' | 'null';

/** The place of a value in a compiled query, to be filled each time the query runs. */
export class Slot {
  readonly index: number;
  readonly type: ScalarType;

  constructor(index: number, type: ScalarType) {
    this.index = index;
    this.type = type;
  }
}

/** Gathers the values of a query apart from its shape, so that one compiled text serves every query of that shape. */
export class Slots {
  readonly values: unknown[] = [];

  /** @param encoded the value as the database takes it */
  take(value: unknown, encoded: unknown): Slot {
    this.values.push(encoded);
    return new Slot(this.values.length - 1, scalarType(value));
  }

  /** Puts the values into the parameters of a compiled query. */
  fill(parameters: readonly unknown[]): unknown[] {
    return parameters.map((parameter) => (parameter instanceof Slot ? this.values[parameter.index] : parameter));
  }
}

export function scalarType(value: unknown): ScalarType {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string';
}
