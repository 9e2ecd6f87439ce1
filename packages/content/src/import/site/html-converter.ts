import { ValidationError } from '@colophon/core';
import { WorkerFaultError, WorkerLimitError, WorkerPool, workerUrl } from '@colophon/core/workers';
import type { ConversionAnswer, ConvertedHtml, HtmlInput } from './html-conversion.ts';

/** For a whole batch; one that takes longer is tried again piece by piece. */
const DEADLINE_MS = 20_000;
const MEMORY = 384_000_000;
/** Characters that go to the worker at once. */
const BATCH = 100_000;

/**
 * Converts the HTML of strangers to Markdown in a worker, under a deadline and a bound on memory. A piece that goes beyond
 * either is refused, and the others of its batch are converted all the same.
 */
export class HtmlConverter {
  readonly #pool: WorkerPool<readonly HtmlInput[], ConversionAnswer[]>;

  /** @param deadline in milliseconds, for a batch or one piece */
  constructor({ deadline = DEADLINE_MS } = {}) {
    this.#pool = new WorkerPool({ entry: workerUrl('convert-html-thread-entry', import.meta.url), size: 1, deadline, memory: MEMORY });
  }

  /** The texts converted, or what is wrong with them: one answer for each input, in order. */
  async convert(inputs: readonly HtmlInput[]): Promise<(ConvertedHtml | ValidationError)[]> {
    const answers: (ConvertedHtml | ValidationError)[] = [];
    for (let start = 0; start < inputs.length;) {
      let [end, size] = [start, 0];
      while (end < inputs.length && (end === start || size + lengthOf(inputs[end]) <= BATCH)) size += lengthOf(inputs[end++]);
      answers.push(...(await this.#run(inputs.slice(start, end))));
      start = end;
    }
    return answers;
  }

  /** Ends the worker. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run(batch: readonly HtmlInput[]): Promise<(ConvertedHtml | ValidationError)[]> {
    try {
      return (await this.#pool.run(batch)).map((answer) => ('converted' in answer ? answer.converted : tooComplex()));
    } catch (error) {
      if (!(error instanceof WorkerLimitError || error instanceof WorkerFaultError)) throw error;
      if (batch.length === 1) return [tooComplex(error)];
    }
    const answers: (ConvertedHtml | ValidationError)[] = [];
    for (const input of batch) answers.push(...(await this.#run([input])));
    return answers;
  }
}

function lengthOf(input: HtmlInput | undefined): number {
  return (input?.html.length ?? 0) + (input?.title.length ?? 0) + (input?.description.length ?? 0);
}

function tooComplex(cause?: unknown): ValidationError {
  return new ValidationError('The HTML is too complex to be converted.', {
    code: 'too_complex',
    hint: 'Simplify the piece in the other system, export it again and import that: only this piece is made then.',
    errors: [{ pointer: '/body', code: 'too_complex', detail: 'is nested too deep, or takes too long to read' }],
    cause,
  });
}

/** That of this process; its thread is started when the first HTML comes, and keeps no process from ending. */
export const htmlConverter = new HtmlConverter();
