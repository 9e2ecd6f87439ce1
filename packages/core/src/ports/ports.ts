import { UsageError } from '../errors/errors.ts';

/**
 * Something that an application provides for what its database holds, such as the reviewer of texts or the secret of cursors; `none` is
 * used without it.
 */
export interface Port<T> {
  readonly name: string;
  readonly none: T;
}

/**
 * Declares a port, once, beside the code that uses it.
 *
 * @example
 * const greeting = port<string | undefined>('greeting', undefined);
 */
export function port<T>(name: string, none: T): Port<T> {
  return { name, none };
}

/**
 * What an application provides for one database: two applications in one process differ by it. Each port is provided once, before its first
 * use; what was used stays as it is, so that a running request never sees a setting change.
 *
 * @example
 * const database = await openDatabase(url);
 * database.ports.provide(cursorSigner, new CursorSigner(secret));
 * database.ports.use(cursorSigner); // the same signer
 */
export class Ports {
  protected readonly values = new Map<Port<unknown>, unknown>();
  protected readonly provided = new Set<Port<unknown>>();

  /** @throws UsageError if the port was provided, or used, before */
  provide<T>(given: Port<T>, value: NoInfer<T>): this {
    if (this.values.has(given)) {
      const before = this.provided.has(given) ? 'was provided already' : 'was used before it was provided';
      throw new UsageError(`The port ${given.name} ${before}: provide it once, directly after openDatabase.`);
    }
    this.values.set(given, value);
    this.provided.add(given);
    return this;
  }

  /** Returns what was provided, else `none` of the port, which then stays. */
  use<T>(asked: Port<T>): T {
    const known = this.values.get(asked);
    if (known !== undefined || this.values.has(asked)) return known as T;
    this.values.set(asked, asked.none);
    return asked.none;
  }

  /** Whether an application has provided this port. */
  isProvided(asked: Port<unknown>): boolean {
    return this.provided.has(asked);
  }
}
