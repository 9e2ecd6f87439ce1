import type { AIResponse, TokenUsage } from '../interface/responses.ts';
import { AIError } from './errors.ts';

/**
 * The answer is not the JSON that was asked for (`INVALID_OBJECT`).
 *
 * It carries what the model wrote and what that cost, so that a caller can mend it. Neither is printed with the error
 * nor serialised.
 */
export class InvalidObjectError extends AIError {
  #text: string;
  #usage: TokenUsage | undefined;

  constructor(message: string, response: Pick<AIResponse, 'content' | 'usage'>, provider?: string) {
    super(message, { code: 'INVALID_OBJECT', provider });
    this.#text = response.content;
    this.#usage = response.usage;
  }

  /** What the model wrote. */
  get text(): string {
    return this.#text;
  }

  /** What the call spent, where the provider says so. */
  get usage(): TokenUsage | undefined {
    return this.#usage;
  }
}
