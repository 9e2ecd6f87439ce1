import type { CharacterFaults } from '../site/decode-text.ts';
import type { EarlyEnd, ItemProblem } from '../site/import-report.ts';

/** A row of a Ghost table. */
export type GhostRow = Readonly<Record<string, unknown>>;

/** The tables of an export that the import reads. */
export interface GhostData {
  readonly version: string | null;
  /** The address of the site, without a trailing slash; empty if unknown. */
  readonly address: string;
  readonly posts: readonly GhostRow[];
  readonly tags: ReadonlyMap<string, GhostRow>;
  readonly users: ReadonlyMap<string, GhostRow>;
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  readonly authorsOf: ReadonlyMap<string, readonly string[]>;
  readonly descriptionOf: ReadonlyMap<string, string>;
  readonly codeInjection: number;
  /** Whether the ids or uuids of all posts are unique among all sites. */
  readonly hasOwnIds: boolean;
  readonly characters: CharacterFaults;
  /** What is not a row of a table. */
  readonly problems: readonly ItemProblem[];
  readonly endedEarly: EarlyEnd | null;
}

/** Returns a string column of a row; empty if it is not a string. */
export function textOf(row: GhostRow, name: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
