import { ColophonError, UnavailableError } from '@colophon/core';
import type { CharacterFaults } from './decode-text.ts';

/** The outcome of an item. */
export type ItemOutcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'conflict' | 'failed';

/** The outcomes of the items of one type of the other system. */
export type TypeCounts = Readonly<Record<ItemOutcome, number>> & { readonly total: number };

/** Items that were skipped for the same reason. */
export interface SkippedItems {
  readonly type: string;
  readonly reason: SkipReason;
  readonly count: number;
  /** The first ten of them. */
  readonly first: readonly ItemName[];
}

/** The reasons for skipping an item. */
export type SkipReason =
  | 'type_not_imported'
  | 'in_trash'
  | 'auto_draft'
  | 'password_protected'
  | 'removed_here'
  | 'same_id_twice'
  | 'no_address'
  | 'not_a_page';

/** An item that was not imported, or not updated. */
export interface ItemProblem {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** The line where the item begins in its file, from 1. */
  readonly line?: number | undefined;
  readonly code: string;
  readonly message: string;
}

/** An item, as a report names it. */
export type ItemName = Pick<ItemProblem, 'id' | 'type' | 'title' | 'line'>;

/** A category or tag of the other system of which something was not imported. */
export interface TermLeftOut {
  /** `category`, `post_tag`, `tag` or another taxonomy. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** `term`: no imported piece has it. `description`: there is no field for it. */
  readonly what: 'term' | 'description';
}

/** The number of terms that no imported piece has, and of descriptions of the others; and the first thousand of both. */
export interface TermsLeftOut {
  readonly terms: number;
  readonly descriptions: number;
  readonly first: readonly TermLeftOut[];
}

/** The pieces that contain a shortcode or tag. */
export interface ShortcodeUse {
  /** The number of pieces. */
  readonly pieces: number;
  /** The first ten of them. */
  readonly first: readonly ItemName[];
}

/** Where a file ends in the middle of its data, or cannot be read any further. Everything before was imported. */
export interface EarlyEnd {
  readonly code: 'cut_short' | 'not_well_formed';
  readonly message: string;
  readonly line: number;
  /** The item in which it ended, by its first line; it was not imported. */
  readonly insideItemAtLine?: number | undefined;
}

/** The result of an import of a site. Lists contain the first thousand of each kind; the counts include all. */
export interface SiteImportReport {
  readonly system: string;
  readonly version: string | null;
  /** The name of the site: items are recognized by it and by their ids in it. */
  readonly site: string;
  readonly dryRun: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The numbers of `conflicts`, `failed` and `failedFiles`, whose lists end at a thousand. */
  readonly problems: { readonly conflicts: number; readonly failed: number; readonly failedFiles: number };
  /** By the type in the other system. The counts add up to the items of the file. */
  readonly types: Readonly<Record<string, TypeCounts>>;
  readonly skipped: readonly SkippedItems[];
  /** Changed on both sides since the last import; nothing was overwritten. */
  readonly conflicts: readonly ItemProblem[];
  readonly failed: readonly ItemProblem[];
  /** Pieces whose slug was taken, and their new slug. */
  readonly renamed: readonly { readonly id: string; readonly wanted: string; readonly slug: string }[];
  /** Files whose bytes were stored here. */
  readonly fetchedFiles: number;
  readonly failedFiles: readonly ItemProblem[];
  /** Files that remain at the other site. */
  readonly filesElsewhere: number;
  /** Shortcodes and template tags that stay in bodies as text, by name. */
  readonly shortcodes: Readonly<Record<string, number>>;
  /** The pieces that contain them, by the same names. */
  readonly shortcodesIn: Readonly<Record<string, ShortcodeUse>>;
  /** Elements and blocks removed from bodies, by name. */
  readonly removed: Readonly<Record<string, number>>;
  /** Other items skipped or changed, by kind. */
  readonly notes: Readonly<Record<string, number>>;
  /** Categories and tags of which something was not imported. */
  readonly termsLeftOut: TermsLeftOut;
  /** Characters that were not in the encoding of the file, and became U+FFFD. */
  readonly unreadable: number;
  readonly endedEarly: EarlyEnd | null;
}

/** The note of characters that are not in the encoding of the file. */
export const UNREADABLE = 'characters that could not be read (\uFFFD)';

/** The note of characters that were lost before the export: the file itself contains U+FFFD. */
export const LOST_BEFORE = 'characters that are \uFFFD in the file itself';

/** The note of a file in UTF-8 whose first line states something else. */
export const WRONG_ENCODING = 'encoding that the file states wrongly: it is UTF-8, and was read as such';

/** The note of pieces whose language is stated in another way, such as `English`. */
export const NO_LANGUAGE = 'pieces whose language is not a language tag; it is left out';

const MAXIMUM_LIST = 1000;
const MAXIMUM_NAMES = 500;
const MAXIMUM_USES = 10;
const MAXIMUM_TEXT = 200;

/** Collects a report during an import; its size is bounded, whatever the file contains. */
export class ReportBuilder {
  readonly #types = new Map<string, Record<ItemOutcome, number>>();
  readonly #skipped = new Map<string, { type: string; reason: SkipReason; count: number; first: ItemName[] }>();
  readonly #conflicts: ItemProblem[] = [];
  readonly #failed: ItemProblem[] = [];
  readonly #failedFiles: ItemProblem[] = [];
  readonly #renamed: { id: string; wanted: string; slug: string }[] = [];
  readonly #shortcodes = new Map<string, number>();
  readonly #shortcodesIn = new Map<string, { pieces: number; first: ShortcodeUse['first'][number][] }>();
  readonly #removed = new Map<string, number>();
  readonly #notes = new Map<string, number>();
  readonly #termsLeftOut = { terms: 0, descriptions: 0, first: [] as TermLeftOut[] };
  #failedFileCount = 0;
  #fetchedFiles = 0;
  #filesElsewhere = 0;
  unreadable = 0;
  endedEarly: EarlyEnd | null = null;

  count(type: string, outcome: ItemOutcome): void {
    const name = this.#types.has(type) || this.#types.size < MAXIMUM_NAMES ? type.slice(0, MAXIMUM_TEXT) : '(other types)';
    const counts = this.#types.get(name) ?? { created: 0, updated: 0, unchanged: 0, skipped: 0, conflict: 0, failed: 0 };
    counts[outcome] += 1;
    this.#types.set(name, counts);
  }

  skip({ id, type, title, line }: ItemName, reason: SkipReason): void {
    this.count(type, 'skipped');
    const key = JSON.stringify([type, reason]);
    const entry = this.#skipped.get(key) ?? { type: type.slice(0, MAXIMUM_TEXT), reason, count: 0, first: [] };
    entry.count += 1;
    if (entry.first.length < MAXIMUM_USES) entry.first.push({ id, type, title: title.slice(0, MAXIMUM_TEXT), line });
    if (this.#skipped.has(key) || this.#skipped.size < MAXIMUM_NAMES) this.#skipped.set(key, entry);
  }

  conflict(problem: ItemProblem): void {
    this.count(problem.type, 'conflict');
    addTo(this.#conflicts, problem);
  }

  fail(problem: ItemProblem): void {
    this.count(problem.type, 'failed');
    addTo(this.#failed, problem);
  }

  failFile(problem: ItemProblem): void {
    this.#failedFileCount += 1;
    addTo(this.#failedFiles, problem);
  }

  fetched(): void {
    this.#fetchedFiles += 1;
  }

  fileElsewhere(): void {
    this.#filesElsewhere += 1;
  }

  rename(renamed: { id: string; wanted: string; slug: string }): void {
    if (this.#renamed.length < MAXIMUM_LIST) this.#renamed.push(renamed);
  }

  /** Called once for each name in a piece. */
  shortcode(name: string, count: number, piece: ShortcodeUse['first'][number]): void {
    addCount(this.#shortcodes, name, count);
    const key = name.slice(0, MAXIMUM_TEXT);
    if (!this.#shortcodes.has(key)) return;
    const use = this.#shortcodesIn.get(key) ?? { pieces: 0, first: [] };
    use.pieces += 1;
    if (use.first.length < MAXIMUM_USES) use.first.push({ ...piece, title: piece.title.slice(0, MAXIMUM_TEXT) });
    this.#shortcodesIn.set(key, use);
  }

  remove(name: string, count = 1): void {
    addCount(this.#removed, name, count);
  }

  leaveOutTerm(term: TermLeftOut): void {
    const { first } = this.#termsLeftOut;
    this.#termsLeftOut[term.what === 'term' ? 'terms' : 'descriptions'] += 1;
    if (first.length < MAXIMUM_LIST)
      first.push({ ...term, slug: term.slug.slice(0, MAXIMUM_TEXT), name: term.name.slice(0, MAXIMUM_TEXT) });
  }

  note(name: string, count = 1): void {
    addCount(this.#notes, name, count);
  }

  /** Notes how the characters of a file were read. */
  noteCharacters({ unreadable, lostBefore, isMislabelled }: CharacterFaults): void {
    this.unreadable = unreadable;
    if (unreadable > 0) this.note(UNREADABLE, unreadable);
    if (lostBefore > 0) this.note(LOST_BEFORE, lostBefore);
    if (isMislabelled) this.note(WRONG_ENCODING);
  }

  finish(head: Pick<SiteImportReport, 'system' | 'version' | 'site' | 'dryRun'>): SiteImportReport {
    const types = [...this.#types].map(([type, counts]) => [type, { total: sum(Object.values(counts)), ...counts }] as const);
    const sumOf = (outcome: ItemOutcome): number => sum(types.map(([, counts]) => counts[outcome]));
    return {
      ...head,
      created: sumOf('created'),
      updated: sumOf('updated'),
      unchanged: sumOf('unchanged'),
      problems: { conflicts: sumOf('conflict'), failed: sumOf('failed'), failedFiles: this.#failedFileCount },
      types: sorted(types),
      skipped: [...this.#skipped.values()].toSorted((a, b) => b.count - a.count),
      conflicts: this.#conflicts,
      failed: this.#failed,
      renamed: this.#renamed,
      fetchedFiles: this.#fetchedFiles,
      failedFiles: this.#failedFiles,
      filesElsewhere: this.#filesElsewhere,
      shortcodes: sorted([...this.#shortcodes]),
      shortcodesIn: sorted([...this.#shortcodesIn]),
      removed: sorted([...this.#removed]),
      notes: sorted([...this.#notes]),
      termsLeftOut: this.#termsLeftOut,
      unreadable: this.unreadable,
      endedEarly: this.endedEarly,
    };
  }
}

/** Converts an error caused by an item for the report; any other error is rethrown. */
export function problemOf(error: unknown, item: ItemName): ItemProblem {
  if (!(error instanceof ColophonError) || error instanceof UnavailableError) throw error;
  const unsaid = error.errors.filter(({ detail }) => !error.message.includes(detail));
  const fields = unsaid.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
  const message = fields === '' ? error.message : `${error.message} (${fields})`;
  return { ...item, title: item.title.slice(0, MAXIMUM_TEXT), code: error.code, message };
}

function addTo(list: ItemProblem[], problem: ItemProblem): void {
  if (list.length < MAXIMUM_LIST) list.push({ ...problem, title: problem.title.slice(0, MAXIMUM_TEXT) });
}

function addCount(counts: Map<string, number>, name: string, count: number): void {
  const key = name.slice(0, MAXIMUM_TEXT);
  if (counts.has(key) || counts.size < MAXIMUM_NAMES) counts.set(key, (counts.get(key) ?? 0) + count);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** With a null prototype, because the names are untrusted. */
function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const record = Object.create(null) as Record<string, T>;
  for (const [name, value] of entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) record[name] = value;
  return record;
}
