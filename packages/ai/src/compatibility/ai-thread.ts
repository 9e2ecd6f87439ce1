import type { Message } from '../interface/messages.ts';
import type { ChatOptions } from '../interface/options.ts';
import type { AIResponse } from '../interface/responses.ts';
import { AIMessageClass } from './ai-message.ts';

/** The part of a client that a thread uses. */
export interface ThreadClient {
  chat(messages: readonly Message[], options?: ChatOptions): Promise<AIResponse>;
}

/**
 * A conversation that remembers its turns.
 *
 * @deprecated Keep the list of messages yourself and pass it to `chat`.
 */
export class AIThread {
  readonly messages: AIMessageClass[] = [];
  #client: ThreadClient;

  constructor(client: ThreadClient, system?: string) {
    this.#client = client;
    if (system !== undefined) this.addSystem(system);
  }

  /** Adds a system instruction. */
  addSystem(content: string): void {
    this.messages.push(new AIMessageClass({ role: 'system', content }));
  }

  /** Adds a turn without requesting an answer. */
  add(message: Message): void {
    this.messages.push(new AIMessageClass(message));
  }

  /**
   * Sends a text with all previous turns and returns the answer. Text and answer are remembered only after an answer arrived, so that a
   * failed call can be repeated.
   */
  async send(text: string, options?: ChatOptions): Promise<string> {
    const turn = new AIMessageClass({ role: 'user', content: text });
    const response = await this.#client.chat([...this.messages, turn], options);
    this.messages.push(turn, new AIMessageClass(response.message));
    return response.content;
  }
}
