import type { Presented } from '../objects/object.ts';
import type { Page } from '../objects/query.ts';
import type { Answer } from './answer.ts';
import { type AnswerText, pageText, recordText } from './answer-text.ts';

// Answers of reads, whose value is put together only for a surface that does not send the text. They are classes because
// of memory: V8 makes a hidden class of its own for each object literal with a getter, and such a class keeps what the
// getter closes over, here the whole record, until the next full collection.

/** One record that was read, and what its class adds. */
export class RecordAnswer implements Answer {
  readonly kind = 'item';
  readonly rev: number;
  readonly #own: Presented;
  readonly #added: Presented | undefined;

  constructor(own: Presented, added: Presented | undefined, rev: number) {
    this.#own = own;
    this.#added = added;
    this.rev = rev;
  }

  get value(): Presented {
    return { ...this.#own, ...this.#added };
  }

  text(): AnswerText {
    return recordText(this.#own, this.#added);
  }
}

/** A page of records, and what their class adds to each. */
export class PageAnswer implements Answer {
  readonly kind = 'page';
  readonly page: Page<Presented>;
  readonly #added: readonly Presented[] | undefined;

  constructor(page: Page<Presented>, added: readonly Presented[] | undefined) {
    this.page = page;
    this.#added = added;
  }

  get value(): Page<Presented> {
    const added = this.#added;
    if (!added) return this.page;
    return { ...this.page, items: this.page.items.map((item, index) => ({ ...item, ...added[index] })) };
  }

  text(): AnswerText {
    return pageText(this.page, this.#added);
  }
}
