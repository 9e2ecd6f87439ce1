import type { Presented } from '../objects/object.ts';
import type { Page } from '../objects/query.ts';
import type { Answer } from './answer.ts';
import { type AnswerText, pageText, recordText } from './answer-text.ts';

// The results of reads. Their value is only assembled for surfaces that do not send the text. They are classes to save memory: V8 creates
// a hidden class for each object literal with a getter, and it keeps the getter's closure, here the whole record, alive until the next
// full garbage collection.

/** A record, with the members that its class adds. */
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

/** A page of records, with the members that their class adds to each. */
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
