import { getAI } from '../factory/get-ai.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { Message } from '../interface/messages.ts';
import type { ChatOptions } from '../interface/options.ts';
import type { AIProvider } from '../interface/provider.ts';
import type { AIResponse, AIStream } from '../interface/responses.ts';
import { AIThread } from './ai-thread.ts';

/**
 * The client of earlier versions, on top of {@link getAI}.
 *
 * @deprecated Use `getAI` and the provider it returns.
 */
export class AIClient {
  // Private, so that a printed client shows no credential.
  #options: AIOptions;
  #provider: Promise<AIProvider> | undefined;

  constructor(options: AIOptions = {}) {
    this.#options = options;
  }

  /** The options of the client, without its credentials. */
  get options(): AIOptions {
    const {
      apiKey: _key,
      apiToken: _token,
      accessToken: _accessToken,
      credentials: _credentials,
      adminPassword: _password,
      headers: _headers,
      ...rest
    } = this.#options;
    return rest;
  }

  /** Creates a client and its provider in one step, so that an invalid option is reported immediately. */
  static async create(options: AIOptions = {}): Promise<AIClient> {
    const client = new this(options);
    await client.provider();
    return client;
  }

  /** The underlying provider. */
  provider(): Promise<AIProvider> {
    this.#provider ??= getAI(this.#options);
    return this.#provider;
  }

  async chat(messages: readonly Message[], options?: ChatOptions): Promise<AIResponse> {
    return (await this.provider()).chat(messages, options);
  }

  async message(text: string, options?: ChatOptions): Promise<string> {
    return (await this.provider()).message(text, options);
  }

  async complete(prompt: string, options?: ChatOptions): Promise<AIResponse> {
    return (await this.provider()).complete(prompt, options);
  }

  async stream(messages: readonly Message[], options?: ChatOptions): Promise<AIStream> {
    return (await this.provider()).stream(messages, options);
  }

  /** Starts a conversation that remembers its turns. */
  createThread(system?: string): AIThread {
    return new AIThread(this, system);
  }
}

/**
 * An {@link AIClient} for OpenAI.
 *
 * @deprecated Use `getAI({ type: 'general-hosted' })`.
 */
export class OpenAIClient extends AIClient {
  constructor(options: AIOptions = {}) {
    super({ ...options, type: 'general-hosted' });
  }
}
