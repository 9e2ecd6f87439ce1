import type { EarlyEnd } from '../site/import-report.ts';

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
  /** Characters of the file that could not be read. */
  readonly unreadable: number;
  readonly endedEarly: EarlyEnd | null;
}

/** Returns a string column of a row; empty if it is not a string. */
export function textOf(row: GhostRow, name: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
