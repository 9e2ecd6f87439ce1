import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { BusyError } from '../../errors/errors.ts';
import type { Database } from '../../storage/database.ts';
import { hasTable } from '../../storage/migrations/has-table.ts';
import { WorkerPool } from '../../workers/worker-pool.ts';
import { workerUrl } from '../../workers/worker-url.ts';
import { isOrdinary } from '../words/count-words.ts';
import { readFill } from '../words/fills.ts';
import { wordsAdded } from '../words/learn-words.ts';
import { WORDS_TABLE } from '../words/word-tables.ts';
import type { Candidate } from './nearest-words.ts';

/** A word to compare with the words in use of a database, and these if the thread does not have this version of them. */
export type CorrectingTask = { readonly of: string; readonly version: number; readonly word: string; readonly limit: number } & (
  | { readonly words: string; readonly docs: Uint32Array }
  | { readonly words?: undefined }
);

const MAXIMUM_WORDS = 500_000;
/** In a small collection a word of a single text is a word; in a large one it is mostly a mistake itself. */
const FEW_WORDS = 20_000;
const WORDS_BEFORE_RELOAD = 1000;
const ANSWERS_KEPT = 10_000;

const pool = new WorkerPool<CorrectingTask, readonly Candidate[] | 'unknown'>({
  entry: workerUrl('correcting-thread-entry', import.meta.url),
  size: 1,
  deadline: 5000,
  memory: 512_000_000,
  queue: 100,
  renewAfter: Number.POSITIVE_INFINITY,
});

interface Kept {
  /** Identifies the database: two can have the same URL, if it is in memory. */
  readonly of: string;
  readonly version: number;
  readonly fill: number;
  readonly added: number;
  readonly answers: Map<string, readonly Candidate[]>;
}

const keptBy = new WeakMap<Database, Kept>();

/** Ends the thread; the next correction starts another. */
export function stopCorrecting(): Promise<void> {
  return pool.close();
}

/**
 * Returns words in use that a word may be a mistake for, the likeliest first; none if too many corrections wait. They are words of any
 * text: show one only to those who can read a text that has it.
 */
export async function correctionsOf(database: Database, word: string, limit: number): Promise<readonly Candidate[]> {
  if (!isOrdinary(word) || !(await hasTable(database, WORDS_TABLE))) return [];
  const fill = (await readFill(database))?.fill ?? 0;
  const kept = versionOf(database, fill);
  const known = kept.answers.get(word);
  if (known) return known;
  try {
    const found = await ask(database, kept, word, limit);
    if (kept.answers.size >= ANSWERS_KEPT) kept.answers.clear();
    kept.answers.set(word, found);
    return found;
  } catch (error) {
    if (error instanceof BusyError) return [];
    throw error;
  }
}

function versionOf(database: Database, fill: number): Kept {
  const kept = keptBy.get(database);
  const added = wordsAdded(database);
  if (kept?.fill === fill && added - kept.added < WORDS_BEFORE_RELOAD) return kept;
  const made: Kept = { of: kept?.of ?? randomUUID(), version: (kept?.version ?? 0) + 1, fill, added, answers: new Map() };
  keptBy.set(database, made);
  return made;
}

async function ask(database: Database, { of, version }: Kept, word: string, limit: number): Promise<readonly Candidate[]> {
  const task = { of, version, word, limit };
  const answer = await pool.run(task);
  if (answer !== 'unknown') return answer;
  const again = await pool.run({ ...task, ...(await readWords(database)) });
  return again === 'unknown' ? [] : again;
}

async function readWords(database: Database): Promise<{ words: string; docs: Uint32Array }> {
  const { builder } = database.dialect;
  const table = sql.table(WORDS_TABLE);
  const all = sql`select word, max(docs) as docs from ${table} where kind = 'form' group by word order by docs desc limit ${sql.lit(MAXIMUM_WORDS)}`;
  const rows = await database.values({ ...all.compile(builder), long: true });
  const used = rows.length > FEW_WORDS ? rows.filter(([, docs]) => Number(docs) > 1) : rows;
  return { words: used.map(([word]) => String(word)).join('\n'), docs: Uint32Array.from(used, ([, docs]) => Number(docs)) };
}
