import type { Page } from '../objects/query.ts';
import type { AnswerText } from './answer-text.ts';

/** The result of an operation, which each surface converts to its own form. */
export interface Answer {
  /** `page` is a list, `item` one record, `value` the return value of a method, `nothing` a deletion. */
  readonly kind: 'page' | 'item' | 'value' | 'nothing';
  readonly value: unknown;
  /** The value as JSON, if available for less than serializing it. */
  text?(): AnswerText;
  /** The paging data of a page; its items may lack the members that their class adds. */
  readonly page?: Page<unknown>;
  /** The revision of the returned record, for its ETag. */
  readonly rev?: number | undefined;
  /** The key of a created record. */
  readonly createdKey?: string | undefined;
  /** The collection of a created record, if it is not the operation's own. */
  readonly createdIn?: string | undefined;
  /** The work is done later by the returned job. */
  readonly accepted?: boolean;
  /** The stored response to an earlier request with the same idempotency key. */
  readonly replayed?: boolean;
}
