import { ColophonError, type Database } from '@colophon/core';
import type { StatedCorrection } from '../markdown/stated-corrections.ts';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { correctionsOf } from './corrections-of.ts';
import { addedUp, type LeftOutCounts, leftOutOf } from './left-out.ts';
import { writeInside } from './write-inside.ts';

/** A record that was not written, and the reason. */
export interface WriteFailure {
  readonly id: string;
  readonly slug: string;
  readonly context: string;
  readonly code: string;
  readonly message: string;
}

/** The result of writing records to files. */
export interface WriteReport {
  readonly written: number;
  readonly unchanged: number;
  readonly failed: readonly WriteFailure[];
  /** What hangs on the written records and is in no file, by kind. */
  readonly leftOut: LeftOutCounts;
}

/** A record as a file: its path inside the folder and its text. */
export interface ContentFile {
  readonly segments: readonly string[];
  readonly text: string;
}

const PAGE = 200;

/** Yields the pages of all matching records that are visible to the collection's call. */
export async function* everyContent(contents: ContentCollection, where: object): AsyncGenerator<readonly ContentRecord[]> {
  for (let cursor: string | undefined; ;) {
    const page = await contents.page({
      where,
      orderBy: 'id',
      limit: PAGE,
      count: 'none',
      ...(cursor === undefined ? {} : { cursor }),
    } as Parameters<ContentCollection['page']>[0]);
    yield page.items;
    if (page.nextCursor === undefined) return;
    cursor = page.nextCursor;
  }
}

/** Writes records as files, with their corrections; failures are reported and the others continue. */
export async function writeAll(
  database: Database,
  pages: AsyncIterable<readonly ContentRecord[]>,
  root: string,
  fileOf: (content: ContentRecord, corrections: readonly StatedCorrection[]) => ContentFile | Promise<ContentFile>,
): Promise<WriteReport> {
  const counts = { written: 0, unchanged: 0 };
  const failed: WriteFailure[] = [];
  const leftOut: LeftOutCounts[] = [];
  for await (const page of pages) {
    const ids = page.map(({ id }) => id);
    const corrections = await correctionsOf(database, ids);
    for (const content of page) {
      try {
        const { segments, text } = await fileOf(content, corrections.get(content.id) ?? []);
        counts[(await writeInside(root, segments, text)) ? 'written' : 'unchanged'] += 1;
      } catch (error) {
        const { id, slug, context } = content;
        failed.push({ id, slug, context, ...reasonOf(error) });
      }
    }
    leftOut.push(await leftOutOf(database, page));
  }
  return { ...counts, failed, leftOut: addedUp(leftOut) };
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof ColophonError) return { code: error.code, message: error.message };
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return { code: 'unwritable', message: `The file cannot be written (${code}).` };
  throw error;
}
