import type { AIResponse, TokenUsage } from '../interface/responses.ts';
import { AIError } from '../errors/errors.ts';

/**
 * The answer is not the requested JSON (`INVALID_OBJECT`).
 *
 * The error carries the model's text and its cost, so that the caller can repair it. Neither is printed or serialized with the error.
 */
export class InvalidObjectError extends AIError {
  #text: string;
  #usage: TokenUsage | undefined;

  constructor(message: string, response: Pick<AIResponse, 'content' | 'usage'>, provider?: string) {
    super(message, { code: 'INVALID_OBJECT', provider });
    this.#text = response.content;
    this.#usage = response.usage;
  }

  /** The model's text. */
  get text(): string {
    return this.#text;
  }

  /** The usage of the call, if the provider reports it. */
  get usage(): TokenUsage | undefined {
    return this.#usage;
  }
}
