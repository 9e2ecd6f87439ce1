/** The tables that a transaction has written so far. */
export class WrittenTables {
  readonly #tables = new Set<string>();
  #hasOthers = false;

  /** @param table undefined if it is not known, in which case it may be any */
  add(table: string | undefined): void {
    if (table === undefined) this.#hasOthers = true;
    else this.#tables.add(table);
  }

  mayInclude(table: string): boolean {
    return this.#hasOthers || this.#tables.has(table);
  }
}
