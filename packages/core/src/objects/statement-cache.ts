import type { Statement } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';

const MAXIMUM_SHAPES = 500;

/** Compiled statements by dialect, definition and shape, as many as are worth keeping. */
export class StatementCache {
  readonly #byDefinition = new WeakMap<ObjectDefinition, Map<string, Statement>>();

  get(dialect: Dialect, definition: ObjectDefinition, shape: string, compile: () => Statement): Statement {
    let known = this.#byDefinition.get(definition);
    if (!known) this.#byDefinition.set(definition, (known = new Map()));
    const key = `${dialect.name}|${shape}`;
    const found = known.get(key);
    if (found) return found;
    if (known.size >= MAXIMUM_SHAPES) known.clear();
    const { sql, parameters } = compile();
    const made = { sql, parameters };
    known.set(key, made);
    return made;
  }
}
