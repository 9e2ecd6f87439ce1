import { ColophonError } from '@colophon/core';
import { findMarks, placedWords, type SearchTerm } from '@colophon/core/search';
import type { ContentCollection } from '../record/capability.ts';
import { findPassages, rangesOf } from '../rendering/find-passages.ts';
import { textWorkers } from '../rendering/text-workers.ts';
import type { Row } from './order-hits.ts';
import type { SearchItem, SearchPassage } from './search-input.ts';

/** In characters; what comes later is searched, but not shown. */
const READ = 200_000;
const LONG = 20_000;
/** For all results of a page together; after that, the description stands for the text. */
const PATIENCE_MS = 150;

type Highlight = NonNullable<SearchItem['highlight']>;

/** Returns where the words of a search are in titles, descriptions and texts of records that the collection can read, by their ids. */
export async function highlightHits(
  contents: ContentCollection,
  ids: readonly string[],
  terms: readonly SearchTerm[],
): Promise<ReadonlyMap<string, Highlight>> {
  if (ids.length === 0) return new Map();
  const { items } = await contents.rows({
    where: { id: { in: ids } } as never,
    fields: ['id', 'title', 'description', 'body', 'bodyFormat', 'status'] as never,
    limit: ids.length,
    count: 'none',
  });
  const late = AbortSignal.timeout(PATIENCE_MS);
  const highlights = await Promise.all(items.map(async (row) => [String(row['id']), await highlightOf(row, terms, late)] as const));
  return new Map(highlights);
}

async function highlightOf(row: Row, terms: readonly SearchTerm[], late: AbortSignal): Promise<Highlight> {
  return { title: marksIn(row['title'], terms), passages: await passagesOf(row, terms, late) };
}

function marksIn(text: unknown, terms: readonly SearchTerm[]): [number, number][] {
  return typeof text === 'string' ? rangesOf(findMarks(placedWords(text), terms)) : [];
}

async function passagesOf(row: Row, terms: readonly SearchTerm[], late: AbortSignal): Promise<SearchPassage[]> {
  const ofText = await Promise.race([inText(row, terms), lateAnswer(late)]);
  if (ofText.length > 0) return ofText;
  const { description } = row;
  const marks = marksIn(description, terms);
  return typeof description === 'string' && marks.length > 0 && description.length <= 500
    ? [{ text: description, marks, paragraph: -1 }]
    : [];
}

async function inText({ body, bodyFormat, status }: Row, terms: readonly SearchTerm[]): Promise<SearchPassage[]> {
  if (typeof body !== 'string' || body === '') return [];
  const text = body.slice(0, READ);
  const format = String(bodyFormat);
  const lane = status === 'published' ? 'readers' : 'drafts';
  try {
    // The blocks of a text are kept for other searches; looking through a long one is work for a thread.
    const found =
      text.length <= LONG
        ? findPassages(await textWorkers.run({ task: 'read-blocks', text, format }, lane), terms)
        : await textWorkers.run({ task: 'find-passages', text, format, terms: JSON.stringify(terms) }, lane);
    return found.map(({ text: passage, marks, paragraph }) => ({
      text: passage,
      marks: marks.map(([from, to]): [number, number] => [from, to]),
      paragraph,
    }));
  } catch (error) {
    // A text that is too complex, or too many at once: the result stays, without its passages.
    if (error instanceof ColophonError) return [];
    throw error;
  }
}

function lateAnswer(late: AbortSignal): Promise<SearchPassage[]> {
  return new Promise((resolve) => {
    if (late.aborted) resolve([]);
    else late.addEventListener('abort', () => resolve([]), { once: true });
  });
}
