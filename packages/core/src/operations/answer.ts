import type { Page } from '../objects/query.ts';
import type { AnswerText } from './answer-text.ts';

/** What running an operation answers; each surface puts it in its own form. */
export interface Answer {
  /** `page` is a list, `item` one record, `value` whatever a method returned, `nothing` a removal. */
  readonly kind: 'page' | 'item' | 'value' | 'nothing';
  readonly value: unknown;
  /** The value as JSON, where it can be had for less than writing it out. */
  text?(): AnswerText;
  /** Where a page stands among the others; its items may lack what their class adds. */
  readonly page?: Page<unknown>;
  /** The revision of the record answered, for its ETag. */
  readonly rev?: number | undefined;
  /** The key of a record that was made. */
  readonly createdKey?: string | undefined;
  /** The collection of a record that was made, when it is not the operation's own. */
  readonly createdIn?: string | undefined;
  /** The work is done later, by the job that is answered. */
  readonly accepted?: boolean;
  /** The answer of an earlier request with the same idempotency key. */
  readonly replayed?: boolean;
}
