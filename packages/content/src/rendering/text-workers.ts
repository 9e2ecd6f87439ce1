import { createHash } from 'node:crypto';
import { ValidationError } from '@colophon/core';
import { WorkerFaultError, WorkerLimitError, WorkerPool, workerUrl } from '@colophon/core/workers';
import { doTextTask, sizeOfTask, type TextResult, type TextResults, type TextTask } from './text-task.ts';

/** In characters. No text as short as this keeps a parser busy for long; most notes and comments need no thread. */
const SMALL = 500;
/** Maximum characters of cached results, in total and of one result. */
const MAXIMUM_KEPT = 16_000_000;
const MAXIMUM_KEPT_RESULT = 4_000_000;

const DEADLINE_MS = 10_000;
/** A busy machine may have more time for the same text later. */
const REFUSED_MS = 60_000;
const MEMORY = 512_000_000;

interface KeptResult {
  /** Undefined for a text that was too complex, which is remembered for a while. */
  readonly result: TextResult | undefined;
  readonly size: number;
  readonly until: number;
}

/**
 * Whose texts are processed: those of readers are published, so that an editor has seen them. They have threads and a queue of their own:
 * a queue that is full of drafts must not take the pages of the site down.
 */
export type Lane = 'drafts' | 'readers';

/**
 * Processes texts in threads, with a deadline and a memory limit, and caches results by the hash of the task, including the result that a
 * text is too complex, so that a repeated request is cheap.
 */
export class TextWorkers {
  readonly #pools: Readonly<Record<Lane, WorkerPool<TextTask, TextResult>>>;
  /** The least recently used first. */
  readonly #kept = new Map<string, KeptResult>();
  readonly #running = new Map<string, Promise<TextResult>>();
  #size = 0;

  /** @param deadline in milliseconds, for one text */
  constructor({ deadline = DEADLINE_MS } = {}) {
    const pool = () =>
      new WorkerPool<TextTask, TextResult>({ entry: workerUrl('text-thread-entry', import.meta.url), deadline, memory: MEMORY });
    this.#pools = { drafts: pool(), readers: pool() };
  }

  /**
   * @throws ValidationError `too_complex` if it takes too long, too much memory or too deep a stack
   * @throws BusyError if too many are already waiting
   */
  async run<T extends TextTask>(task: T, lane: Lane = 'drafts'): Promise<TextResults[T['task']]> {
    return (sizeOfTask(task) <= SMALL ? await doHere(task) : await this.#beside(task, lane)) as TextResults[T['task']];
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools.drafts.close(), this.#pools.readers.close()]);
  }

  async #beside(task: TextTask, lane: Lane): Promise<TextResult> {
    const key = keyOf(task);
    const known = this.#kept.get(key);
    if (known?.result !== undefined) {
      this.#markUsed(key, known);
      return known.result;
    }
    if (known && performance.now() < known.until) throw tooComplex(task);
    const running = `${lane} ${key}`;
    let result = this.#running.get(running);
    if (!result) {
      result = this.#work(task, lane, key).finally(() => this.#running.delete(running));
      this.#running.set(running, result);
    }
    return result;
  }

  async #work(task: TextTask, lane: Lane, key: string): Promise<TextResult> {
    try {
      const result = await this.#pools[lane].run(task);
      this.#keep(key, result, typeof result === 'string' ? result.length : sizeOfTask(task));
      return result;
    } catch (error) {
      const isTooComplex = error instanceof WorkerLimitError || (error instanceof WorkerFaultError && error.name === 'RangeError');
      if (!isTooComplex) throw error;
      this.#keep(key, undefined, 100);
      throw tooComplex(task, error);
    }
  }

  /** Moves a result to the end of those that are removed when there is no room. */
  #markUsed(key: string, known: KeptResult): void {
    this.#kept.delete(key);
    this.#kept.set(key, known);
  }

  #keep(key: string, result: TextResult | undefined, size: number): void {
    if (size > MAXIMUM_KEPT_RESULT) return;
    this.#remove(key);
    for (const oldest of this.#kept.keys()) {
      if (this.#size + size <= MAXIMUM_KEPT) break;
      this.#remove(oldest);
    }
    this.#kept.set(key, { result, size, until: result === undefined ? performance.now() + REFUSED_MS : Infinity });
    this.#size += size;
  }

  #remove(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}

function keyOf(task: TextTask): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(task)) hash.update(`${name}:${value.length}:`).update(value);
  return hash.digest('base64url');
}

async function doHere(task: TextTask): Promise<TextResult> {
  try {
    return await doTextTask(task);
  } catch (error) {
    throw error instanceof RangeError ? tooComplex(task, error) : error;
  }
}

function tooComplex({ task }: TextTask, cause?: unknown): ValidationError {
  const what =
    task === 'compare' ? 'The two texts are too different for a word-by-word comparison.' : 'The body is too complex to be rendered.';
  return new ValidationError(what, {
    code: 'too_complex',
    errors: [{ pointer: '/body', code: 'too_complex', detail: 'is nested too deeply, or has too much markup for its length' }],
    cause,
  });
}

/** The workers of this process; threads are started for the first text that needs one. */
export const textWorkers = new TextWorkers();
