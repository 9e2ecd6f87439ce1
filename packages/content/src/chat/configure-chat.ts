import type { Caller } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';

/** A tool that a model is offered. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model is asked. */
export interface ChatModelRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** The model that was picked; undefined leaves it to whoever is asked. */
  readonly model: string | undefined;
  readonly maxTokens: number;
  readonly tools: readonly ChatTool[];
}

/** What a model answers, piece by piece. `arguments` is JSON text, and not trusted to be. */
export type ChatModelEvent =
  | { readonly text: string }
  | { readonly toolCall: { readonly name: string; readonly arguments: string } }
  | {
      readonly finish: {
        readonly model: string | null;
        readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
      };
    };

/** Something that talks: an AI. It throws when it has no answer, or no more of it. */
export interface ContentChatModel {
  reply(request: ChatModelRequest, signal: AbortSignal): AsyncIterable<ChatModelEvent>;
}

/** Who asks for which model about what. */
export interface ModelChoice {
  readonly caller: Caller;
  readonly content: ContentRecord;
  /** The model that the person picked. */
  readonly requested: string | undefined;
}

/** The model that is to answer; undefined, or a notice for people, where there is none for them. */
export type ChosenModel =
  | { readonly model: ContentChatModel; readonly name?: string | undefined }
  | { readonly notice: string }
  | undefined;

/** How chat is held. */
export interface ChatSettings {
  /** Milliseconds for one reply; 120,000 unless given. */
  readonly timeout?: number;
  /** The models that a person may pick from; without it none is picked. */
  readonly models?: readonly string[];
  /** Tokens of one reply; 2,000 unless given. */
  readonly maxTokens?: number;
  /** Messages a day in a tenant; 1,000 unless given. */
  readonly daily?: number;
  /** Chooses the model for a person and a piece, instead of the one that was configured. */
  readonly chooseModel?: (choice: ModelChoice) => ChosenModel | Promise<ChosenModel>;
  /** Told why a reply failed, or could not be stored, where whoever asked for it takes no errors. It is never told what was said. */
  readonly onError?: (error: unknown) => void;
  /** Of these accounts, those that are still open; the chats of the others are erased within a day. */
  readonly openAccounts?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

interface Configured extends ChatSettings {
  readonly model: ContentChatModel | undefined;
}

let current: Configured = { model: undefined };

/**
 * Says who answers in chats of this process, and how they are held. Without a model there is no chat: what was said before can
 * still be read.
 *
 * @example
 * configureContentChat(createAIChatModel(await getAIAuto()), { models: ['small', 'large'], daily: 500 });
 */
export function configureContentChat(model: ContentChatModel | undefined, settings: ChatSettings = {}): void {
  current = { ...settings, model };
}

/** How chat is held in this process. */
export function chatSettings(): Configured {
  return current;
}
