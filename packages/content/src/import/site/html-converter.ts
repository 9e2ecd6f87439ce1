import { ValidationError } from '@colophon/core';
import { WorkerFaultError, WorkerLimitError, WorkerPool, workerUrl } from '@colophon/core/workers';
import type { ConversionAnswer, ConvertedHtml, HtmlInput } from './html-conversion.ts';

/** For a batch, in milliseconds; the pieces of a batch that exceeds it are retried one by one. */
const DEADLINE_MS = 20_000;
const MEMORY = 384_000_000;
/** The maximum number of characters in one message to the worker. */
const BATCH = 100_000;

/**
 * Converts untrusted HTML to Markdown in a worker, with a deadline and a memory limit. A piece that exceeds either is rejected;
 * the other pieces of its batch are still converted.
 */
export class HtmlConverter {
  readonly #pool: WorkerPool<readonly HtmlInput[], ConversionAnswer[]>;

  /** @param deadline in milliseconds, for a batch or one piece */
  constructor({ deadline = DEADLINE_MS } = {}) {
    this.#pool = new WorkerPool({ entry: workerUrl('convert-html-thread-entry', import.meta.url), size: 1, deadline, memory: MEMORY });
  }

  /** Converts texts: one result or error for each input, in order. */
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

  /** Terminates the worker. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run(batch: readonly HtmlInput[]): Promise<(ConvertedHtml | ValidationError)[]> {
    try {
      return (await this.#pool.run(batch)).map((result) => ('converted' in result ? result.converted : tooComplex()));
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
    hint: 'Simplify the piece in the other system, export it again and import the new file: the pieces imported before are unchanged.',
    errors: [{ pointer: '/body', code: 'too_complex', detail: 'is nested too deep, or takes too long to read' }],
    cause,
  });
}

/** The converter of this process; its thread starts with the first conversion, and does not keep the process alive. */
export const htmlConverter = new HtmlConverter();
