import { type Call, ColophonError, type Database, ForbiddenError, hasRole, SYSTEM_CALL, UnavailableError } from '@colophon/core';
import { Contents } from '../content/contents.ts';
import { MarkdownError } from '../markdown/markdown-error.ts';
import { applyPost, type ImportRun, type PostOutcome } from './apply-post.ts';
import { knownPosts } from './known-posts.ts';
import { readPost, type ReadPost } from './read-post.ts';
import { walkFolder } from './walk-folder.ts';

export interface ImportOptions {
  readonly database: Database;
  /** Who imports; the application itself unless given. */
  readonly call?: Call;
  readonly dir: string;
  /** Whose records they become; null, the default, makes them global. A caller imports for their own tenant only. */
  readonly tenantId?: string | null;
  /** Called after each file. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
  readonly outcome: PostOutcome | 'failed';
}

/** A file that was not brought in, and why. */
export interface ImportFailure {
  readonly file: string;
  /** From 1; 1 when the fault is not in one line. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** What an import did. */
export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Files that are no Markdown. */
  readonly passedOver: number;
  readonly failed: readonly ImportFailure[];
}

const BATCH = 50;

/**
 * Brings a folder of Markdown posts in: articles, published, with their front matter, tags and dates. A slug met twice
 * takes the date as its context. Nothing is lost or overwritten: a second run over the same files changes nothing, and a
 * file that cannot be read is reported while the others go on.
 *
 * @throws ForbiddenError when the caller may not publish, or names another tenant
 * @throws MalformedError when there is no such folder
 * @example
 * const report = await importMarkdownFolder({ database, dir: './posts' });
 * // { created: 509, updated: 0, unchanged: 0, passedOver: 1, failed: [] }
 */
export async function importMarkdownFolder(options: ImportOptions): Promise<ImportReport> {
  const { database, call = SYSTEM_CALL, dir, onProgress } = options;
  const tenantId = options.tenantId === undefined ? call.caller.tenantId : options.tenantId;
  if (!hasRole(call.caller, 'editor')) throw new ForbiddenError('Importing posts takes the role editor.');
  if (call.caller.kind !== 'system' && call.caller.tenantId !== tenantId) throw new ForbiddenError('That is another tenant.');
  const { root, markdown, passedOver, refused } = await walkFolder(dir);
  const run: ImportRun = {
    contents: new Contents(database, call),
    tenantId,
    known: await knownPosts(database, tenantId),
    files: new Set(markdown),
  };
  const counts: Record<PostOutcome, number> = { created: 0, updated: 0, unchanged: 0 };
  const failed: ImportFailure[] = refused.map((file) => ({
    file,
    line: 1,
    code: 'link_out_of_folder',
    message: 'The link leads out of the folder.',
  }));
  let done = 0;
  const settle = (file: string, outcome: PostOutcome | ImportFailure): void => {
    done += 1;
    if (typeof outcome === 'string') counts[outcome] += 1;
    else failed.push(outcome);
    onProgress?.({ file, done, total: markdown.length, outcome: typeof outcome === 'string' ? outcome : 'failed' });
  };
  for (let start = 0; start < markdown.length; start += BATCH) {
    call.signal?.throwIfAborted();
    const posts: ReadPost[] = [];
    for (const file of markdown.slice(start, start + BATCH)) {
      const read = await readPost(root, file).catch((error: unknown) => failureOf(file, error));
      if ('post' in read) posts.push(read);
      else settle(file, read);
    }
    for (const [file, outcome] of await applyBatch(run, posts)) settle(file, outcome);
  }
  return { ...counts, passedOver, failed };
}

/** All of a batch in one transaction; when one of them fails, each in its own. */
async function applyBatch(run: ImportRun, posts: readonly ReadPost[]): Promise<Map<string, PostOutcome | ImportFailure>> {
  const outcomes = new Map<string, PostOutcome | ImportFailure>();
  try {
    await run.contents.transaction(async () => {
      for (const post of posts) outcomes.set(post.file, await applyPost(run, post));
    });
    return outcomes;
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
  }
  outcomes.clear();
  for (const post of posts) {
    const outcome = await run.contents.transaction(() => applyPost(run, post)).catch((error: unknown) => failureOf(post.file, error));
    outcomes.set(post.file, outcome);
  }
  return outcomes;
}

/** What is the file's fault becomes part of the report; anything else ends the run. */
function failureOf(file: string, error: unknown): ImportFailure {
  if (error instanceof UnavailableError) throw error;
  if (error instanceof MarkdownError) return { file, line: error.line, code: error.code, message: error.message };
  if (error instanceof ColophonError) return { file, line: 1, code: error.code, message: error.message };
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return { file, line: 1, code: 'unreadable', message: `The file cannot be read (${code}).` };
  throw error;
}
