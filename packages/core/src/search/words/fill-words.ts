import type { Database } from '../../storage/database.ts';
import { hasTable } from '../../storage/migrations/has-table.ts';
import { WorkerPool } from '../../workers/worker-pool.ts';
import { workerUrl } from '../../workers/worker-url.ts';
import { findCompounds } from './fill-compounds.ts';
import { countWords, type UsedWord, type WrittenText } from './count-words.ts';
import { beginFill, endFill, type FillState, moveFill, readFill } from './fills.ts';
import { readTexts, type WordSource } from './word-source.ts';
import { FILLS_TABLE, SEARCH_RULES, WORDS_TABLE } from './word-tables.ts';
import { COMPOUNDING } from './split-compound.ts';
import { addCounts, setCounts } from './write-words.ts';

/** What follows the sources: the words that they counted are split. */
const COMPOUNDS = '(compounds)';
/** A step counts several batches before it writes: most words are in each of them. */
const BATCHES = 16;
const TEXTS_AT_ONCE = 250;
const WORDS_A_TRANSACTION = 2000;
/** In characters: fewer are counted sooner than a thread has copied them. */
const SMALL = 40_000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const pool = new WorkerPool<readonly WrittenText[], UsedWord[]>({
  entry: workerUrl('counting-thread-entry', import.meta.url),
  size: 1,
  deadline: 60_000,
  memory: 512_000_000,
  renewAfter: Number.POSITIVE_INFINITY,
});

/** Counts the words of texts, in a thread unless they are short. */
export async function countBeside(texts: readonly WrittenText[]): Promise<UsedWord[]> {
  if (texts.reduce((sum, { text }) => sum + text.length, 0) < SMALL) return countWords(texts);
  return pool.run(texts);
}

/** Ends the thread that counts words; the next long text starts another. */
export function stopCounting(): Promise<void> {
  return pool.close();
}

/**
 * Takes one step of filling the words in use from the texts of these sources: it begins at the first start, with newer rules and weekly, and
 * goes on where any process stopped. Searches use the words that there are meanwhile; exact words are always found.
 *
 * @returns whether there is more to do now
 */
export async function fillWords(database: Database, sources: readonly WordSource[], now: Date = new Date()): Promise<boolean> {
  const [first] = sources;
  if (!first || !(await hasTable(database, WORDS_TABLE))) return false;
  const state = await readFill(database);
  if (!state?.running) return isDue(state, now) && beginOnce(database, state, first.table, now);
  // Another process knows newer rules.
  if (state.rules > SEARCH_RULES) return false;
  const { source: name, position } = state.running;
  if (name === COMPOUNDS) return fillCompounds(database, state, position, now);
  const at = Math.max(
    0,
    sources.findIndex(({ table }) => table === name),
  );
  const source = sources[at] ?? first;
  const counts = new Map<string, UsedWord>();
  let [last, counted] = [position, state.counted];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const read = await readTexts(database, source, last, TEXTS_AT_ONCE);
    if (read.last === undefined) break;
    last = read.last;
    counted += read.texts.length;
    for (const word of await countBeside(read.texts)) addTo(counts, word);
  }
  if (last === position || last === null) {
    const next = sources[at + 1];
    return moveFill(database, state, { source: next?.table ?? COMPOUNDS, position: null, counted });
  }
  await writeStep(database, state, [...counts.values()], { source: source.table, position: last, counted });
  return true;
}

/** Adds the compounds of the next language to the keys of their parts; after the last one the fill is complete. */
async function fillCompounds(database: Database, state: FillState, position: string | null, now: Date): Promise<boolean> {
  const language = COMPOUNDING[position === null ? 0 : COMPOUNDING.indexOf(position) + 1];
  if (language === undefined) {
    await endFill(database, state, now);
    return false;
  }
  const compounds = await findCompounds(database, language, state.fill);
  for (let at = 0; at < compounds.length; at += WORDS_A_TRANSACTION) {
    const part = compounds.slice(at, at + WORDS_A_TRANSACTION);
    await database.transaction(() => setCounts(database, part, state.fill));
  }
  return moveFill(database, state, { source: COMPOUNDS, position: language, counted: state.counted });
}

function addTo(counts: Map<string, UsedWord>, word: UsedWord): void {
  const id = `${word.language} ${word.key} ${word.word}`;
  const known = counts.get(id);
  counts.set(id, known ? { ...word, docs: known.docs + word.docs } : word);
}

/** Two processes that find a fill due begin one. */
async function beginOnce(database: Database, state: FillState | undefined, source: string, now: Date): Promise<boolean> {
  await database.transaction(async () => {
    await database.lock(FILLS_TABLE);
    if ((await readFill(database))?.fill === state?.fill) await beginFill(database, source, now);
  });
  return true;
}

function isDue(state: FillState | undefined, now: Date): boolean {
  if (!state) return true;
  if (state.rules > SEARCH_RULES) return false;
  return state.rules < SEARCH_RULES || state.finishedAt === null || now.getTime() - Date.parse(state.finishedAt) > WEEK_MS;
}

/** Short transactions, so that writers get their turn; the last one moves the fill on. A step that is repeated counts a few words twice. */
async function writeStep(
  database: Database,
  state: FillState,
  words: readonly UsedWord[],
  to: { readonly source: string; readonly position: string; readonly counted: number },
): Promise<void> {
  for (let at = 0; ; at += WORDS_A_TRANSACTION) {
    const part = words.slice(at, at + WORDS_A_TRANSACTION);
    const isLast = at + WORDS_A_TRANSACTION >= words.length;
    const isOurs = await database.transaction(async () => {
      if (isLast && !(await moveFill(database, state, to))) return false;
      await addCounts(database, part, state.fill);
      return true;
    });
    if (isLast || !isOurs) return;
  }
}
