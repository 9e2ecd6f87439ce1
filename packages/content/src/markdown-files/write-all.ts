import { ColophonError } from '@colophon/core';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
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
}

/** A record as a file: its path inside the folder and its text. */
export interface ContentFile {
  readonly segments: readonly string[];
  readonly text: string;
}

const PAGE = 200;

/** Yields every matching record that is visible to the collection's call, page by page. */
export async function* everyContent(contents: ContentCollection, where: object): AsyncGenerator<ContentRecord> {
  for (let cursor: string | undefined; ;) {
    const page = await contents.page({
      where,
      orderBy: 'id',
      limit: PAGE,
      count: 'none',
      ...(cursor === undefined ? {} : { cursor }),
    } as Parameters<ContentCollection['page']>[0]);
    yield* page.items;
    if (page.nextCursor === undefined) return;
    cursor = page.nextCursor;
  }
}

/** Writes records as files; failures are reported and the others continue. */
export async function writeAll(
  records: AsyncIterable<ContentRecord>,
  root: string,
  fileOf: (content: ContentRecord) => ContentFile | Promise<ContentFile>,
): Promise<WriteReport> {
  let written = 0;
  let unchanged = 0;
  const failed: WriteFailure[] = [];
  for await (const content of records) {
    try {
      const { segments, text } = await fileOf(content);
      if (await writeInside(root, segments, text)) written += 1;
      else unchanged += 1;
    } catch (error) {
      const { id, slug, context } = content;
      failed.push({ id, slug, context, ...reasonOf(error) });
    }
  }
  return { written, unchanged, failed };
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof ColophonError) return { code: error.code, message: error.message };
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return { code: 'unwritable', message: `The file cannot be written (${code}).` };
  throw error;
}
