import type { Statement } from './statement.ts';

/**
 * A placeholder for a value in a statement that is compiled once and later run with other values. During compilation the slot stands for
 * the value; `sample` is a value of the same type as all later ones.
 */
export class Slot {
  readonly index: number;
  readonly sample: unknown;
  readonly encode: (value: unknown) => unknown;

  constructor(index: number, sample: unknown, encode: (value: unknown) => unknown = (value) => value) {
    this.index = index;
    this.sample = sample;
    this.encode = encode;
  }
}

/** Encodes a value now, or in a slot whenever the statement is run. */
export function placed(value: unknown, encode: (value: unknown) => unknown): unknown {
  return value instanceof Slot ? new Slot(value.index, value.sample, encode) : encode(value);
}

/** Returns the value, or the sample of a slot. */
export function sampleOf(value: unknown): unknown {
  return value instanceof Slot ? value.sample : value;
}

/** Returns the statement with the values in the places of its slots. */
export function filled({ sql, parameters, table }: Statement, values: readonly unknown[]): Statement {
  const filledIn = parameters.map((each) => (each instanceof Slot ? each.encode(values[each.index]) : each));
  return table === undefined ? { sql, parameters: filledIn, repeatable: true } : { sql, parameters: filledIn, repeatable: true, table };
}
