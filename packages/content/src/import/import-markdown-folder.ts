import {
  type Call,
  ColophonError,
  type Database,
  ForbiddenError,
  hasRole,
  MalformedError,
  SYSTEM_CALL,
  UnavailableError,
} from '@colophon/core';
import { Contents } from '../content/contents.ts';
import type { LeftOutKey } from '../markdown/columns.ts';
import { MarkdownError } from '../markdown/markdown-error.ts';
import { createPost, type ImportRun, moveSource, type PostOutcome, updatePost } from './apply-post.ts';
import { deletedPosts } from '../markdown-files/deleted-post.ts';
import { dueOf } from './past-dates.ts';
import { knownPosts } from './known-posts.ts';
import { type HashedFile, type ImportStep, planImport } from './plan-import.ts';
import { hashFile, readPost } from './read-post.ts';
import { rolledBack } from './site/rolled-back.ts';
import { ownFieldsOfTypeIn } from '../record/own-fields.ts';
import { walkFolder } from './walk-folder.ts';

export interface ImportOptions {
  readonly database: Database;
  /** The caller; by default the application itself. */
  readonly call?: Call;
  readonly dir: string;
  /**
   * The name of the folder: files are recognized by it and by their paths in it. Default: the folder's real path. Set it
   * if the folder may be elsewhere at the next import.
   */
  readonly source?: string;
  /** Import published posts as drafts. Default: false. */
  readonly draft?: boolean;
  /** The tenant of the records; null, the default, makes them global. A caller can import for their own tenant only. */
  readonly tenantId?: string | null;
  /** Reports what would be done without changing anything: each batch is written and rolled back. Default: false. */
  readonly dryRun?: boolean;
  /** Called after each file. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
  readonly outcome: PostOutcome | 'failed';
}

/** A file that was not imported, and the reason. */
export interface ImportFailure {
  readonly file: string;
  /** From 1; 1 if the fault is not in a single line. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/**
 * A value of a front matter that its field cannot hold, such as the language `English`, or a scheduled date that has passed: the field
 * stays empty, the file was imported.
 */
export interface LeftOutValue extends LeftOutKey {
  readonly file: string;
}

/** The result of an import. */
export interface ImportReport {
  readonly created: number;
  readonly updated: number;
  /** Files that were moved since the last import; their records are unchanged. */
  readonly moved: number;
  readonly unchanged: number;
  /** Files that are not Markdown, and Markdown files whose name begins with a dot. */
  readonly passedOver: readonly string[];
  readonly failed: readonly ImportFailure[];
  /** Of the files that were created or updated. */
  readonly leftOut: readonly LeftOutValue[];
}

const BATCH = 50;
/** A name must not begin like a path: `isGone` would look there. */
const SOURCE_NAME = /^[^/\\\p{Cc}\s][^/\\\p{Cc}]{0,199}$/u;

/**
 * Imports a folder of Markdown posts: published articles, with their front matter, tags and dates. A duplicate slug
 * gets the date as its context. Nothing is lost or overwritten: a second run over the same files changes nothing, and
 * unreadable files are reported while the others are imported. Two concurrent imports of a folder create every post once.
 *
 * @throws ForbiddenError if the caller cannot publish, or names another tenant
 * @throws MalformedError if there is no such folder, or `source` is not a valid name
 * @example
 * const report = await importMarkdownFolder({ database, dir: './posts' });
 * // { created: 509, updated: 0, moved: 0, unchanged: 0, passedOver: ['LICENSE'], failed: [], leftOut: [] }
 */
export async function importMarkdownFolder(options: ImportOptions): Promise<ImportReport> {
  const { database, call = SYSTEM_CALL, dir, onProgress } = options;
  const tenantId = options.tenantId === undefined ? call.caller.tenantId : options.tenantId;
  if (!hasRole(call.caller, 'editor')) throw new ForbiddenError('Importing posts requires the role editor.');
  if (call.caller.kind !== 'system' && call.caller.tenantId !== tenantId) throw new ForbiddenError('That is another tenant.');
  requireSourceName(options.source);
  const { root, markdown, passedOver, refused } = await walkFolder(dir);
  const counts: Record<PostOutcome, number> = { created: 0, updated: 0, moved: 0, unchanged: 0 };
  const failed: ImportFailure[] = refused.map((each) => ({ ...each, line: 1 }));
  const leftOut: LeftOutValue[] = [];
  let done = 0;
  const settle = (file: string, outcome: PostOutcome | ImportFailure): void => {
    done += 1;
    if (typeof outcome === 'string') counts[outcome] += 1;
    else failed.push(outcome);
    onProgress?.({ file, done, total: markdown.length, outcome: typeof outcome === 'string' ? outcome : 'failed' });
  };
  const hashed: HashedFile[] = [];
  for (const file of markdown) {
    call.signal?.throwIfAborted();
    const sha256 = await hashFile(root, file).catch((error: unknown) => failureOf(file, error));
    if (typeof sha256 === 'string') hashed.push({ file, sha256 });
    else settle(file, sha256);
  }
  const source = options.source ?? root;
  const run: ImportRun = {
    contents: new Contents(database, call),
    tenantId,
    source,
    asDraft: options.draft ?? false,
    dryRun: options.dryRun ?? false,
    files: new Set(markdown),
    deleted: await deletedPosts(database, tenantId, source),
    numbers: new Map(),
  };
  const steps = await planImport(hashed, await knownPosts(database, tenantId), source);
  for (let start = 0; start < steps.length; start += BATCH) {
    call.signal?.throwIfAborted();
    const keys: LeftOutKeys = new Map();
    for (const [file, outcome] of await applyBatch(run, root, steps.slice(start, start + BATCH), keys)) {
      settle(file, outcome);
      if (outcome === 'created' || outcome === 'updated') leftOut.push(...(keys.get(file) ?? []).map((key) => ({ file, ...key })));
    }
  }
  if (!run.dryRun) await database.analyze({ ifGrown: true });
  return { ...counts, passedOver, failed, leftOut };
}

function requireSourceName(source: string | undefined): void {
  if (source === undefined || SOURCE_NAME.test(source)) return;
  throw new MalformedError(`${JSON.stringify(source.slice(0, 100))} is not a valid name of a source.`, {
    code: 'bad_source',
    hint: 'Use up to 200 letters, digits and signs, without slashes.',
  });
}

type Outcomes = Map<string, PostOutcome | ImportFailure>;
/** By file. */
type LeftOutKeys = Map<string, readonly LeftOutKey[]>;

/** Applies a batch in one transaction; if one item fails, each in its own. */
async function applyBatch(run: ImportRun, root: string, steps: readonly ImportStep[], keys: LeftOutKeys): Promise<Outcomes> {
  const outcomes: Outcomes = new Map(steps.filter(({ kind }) => kind === 'unchanged').map(({ file }) => [file, 'unchanged']));
  const applied: Application[] = [];
  for (const step of steps) {
    if (step.kind === 'unchanged') continue;
    const application = await applicationOf(run, root, step, keys).catch((error: unknown) => failureOf(step.file, error));
    if (typeof application === 'function') applied.push({ file: step.file, apply: application });
    else outcomes.set(step.file, application);
  }
  const inTransaction = (work: () => Promise<void>): Promise<void> =>
    rolledBack(run.dryRun, run.contents.database, async () => {
      await run.contents.database.lock(JSON.stringify(['markdown import', run.tenantId]));
      await work();
    });
  const together: Outcomes = new Map();
  try {
    if (applied.length > 0)
      await inTransaction(async () => {
        for (const { file, apply } of applied) together.set(file, await apply());
      });
    return new Map([...outcomes, ...together]);
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
  }
  for (const { file, apply } of applied) {
    await inTransaction(async () => void outcomes.set(file, await apply())).catch((error: unknown) =>
      outcomes.set(file, failureOf(file, error)),
    );
  }
  return outcomes;
}

interface Application {
  readonly file: string;
  readonly apply: () => Promise<PostOutcome>;
}

/** Reads the data for a step outside of any transaction, and returns the remaining work. */
async function applicationOf(run: ImportRun, root: string, step: ImportStep, keys: LeftOutKeys): Promise<Application['apply']> {
  if (step.kind === 'moved') return () => moveSource(run, step.record, step.file);
  const read = dueOf(await readPost(root, step.file, ownFieldsOfTypeIn(run.contents.database)), run.contents.call.now().toISOString());
  keys.set(step.file, read.parsed.leftOut);
  return step.kind === 'changed' ? () => updatePost(run, step.record, read) : () => createPost(run, read);
}

/** Faults of the file are added to the report; any other error ends the run. */
function failureOf(file: string, error: unknown): ImportFailure {
  if (error instanceof UnavailableError) throw error;
  if (error instanceof MarkdownError) return { file, line: error.line, code: error.code, message: error.message };
  if (error instanceof ColophonError) return { file, line: 1, code: error.code, message: error.message };
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return { file, line: 1, code: 'unreadable', message: `The file cannot be read (${code}).` };
  throw error;
}
