import { DiscoveryShapeError, parseDiscoveryCommand, type DiscoveryCommand } from '@colophon/contract';
import type { ResourceSummary } from './catalog-index.ts';
import { commandNameFault } from './safe-names.ts';

/**
 * A resource whose names are safe for building URLs. Its commands are parsed and checked individually on first use: only a command that is
 * malformed, of an unknown kind or unsafe is rejected.
 */
export class CatalogResource {
  readonly summary: ResourceSummary;
  readonly #load: (position: number) => unknown;

  /** @param load returns the command at a position in the summary, as the server sent it */
  constructor(summary: ResourceSummary, load: (position: number) => unknown) {
    this.summary = summary;
    this.#load = load;
  }

  /** Returns the command of that name, or why it cannot be run; undefined if there is none. */
  find(name: string): { readonly command: DiscoveryCommand } | { readonly fault: string } | undefined {
    const position = this.summary.commands.indexOf(name);
    if (position === -1) return undefined;
    return readCommand(this.#load(position));
  }

  /** All commands that can be run. */
  commands(): readonly DiscoveryCommand[] {
    return this.#readAll().flatMap(([, read]) => ('command' in read ? [read.command] : []));
  }

  /** Returns the names of rejected commands, each with the reason. */
  refused(): readonly (readonly [name: string, fault: string])[] {
    return this.#readAll().flatMap(([name, read]) => ('fault' in read ? [[name, read.fault] as const] : []));
  }

  #readAll(): readonly (readonly [name: string, read: ReturnType<typeof readCommand>])[] {
    const { commands } = this.summary;
    return commands.map((name, position) => {
      if (commands.indexOf(name) < position) return [name, { fault: 'it is listed twice' }];
      return [name, readCommand(this.#load(position))];
    });
  }
}

function readCommand(value: unknown): { readonly command: DiscoveryCommand } | { readonly fault: string } {
  try {
    const command = parseDiscoveryCommand(value, '');
    const fault = commandNameFault(command);
    return fault === undefined ? { command } : { fault };
  } catch (error) {
    if (error instanceof DiscoveryShapeError) return { fault: `it is malformed at ${error.pointer === '' ? 'its top' : error.pointer}` };
    throw error;
  }
}
