import { type Caller, port } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';

/** A tool available to a model. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A request to a model. */
export interface ChatModelRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** The selected model; undefined for the default of the provider. */
  readonly model: string | undefined;
  readonly maxTokens: number;
  readonly tools: readonly ChatTool[];
}

/** A part of a model's reply. `arguments` is untrusted JSON text. */
export type ChatModelEvent =
  | { readonly text: string }
  | { readonly toolCall: { readonly name: string; readonly arguments: string } }
  | {
      readonly finish: {
        readonly model: string | null;
        readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
        /** What the reply used, if the model says so. */
        readonly sources?: unknown;
      };
    };

/** A chat model. It throws if it has no reply, or cannot continue one. */
export interface ContentChatModel {
  reply(request: ChatModelRequest, signal: AbortSignal): AsyncIterable<ChatModelEvent>;
  /** Whether it searches the web while it replies: its instructions then say so. */
  readonly searchesWeb?: boolean;
}

/** The context of a model selection: the caller, the model and the piece. */
export interface ModelChoice {
  readonly caller: Caller;
  readonly content: ContentRecord;
  /** The model selected by the person. */
  readonly requested: string | undefined;
}

/** The model to use; undefined, or a notice for people, if there is none for them. */
export type ChosenModel =
  | { readonly model: ContentChatModel; readonly name?: string | undefined }
  | { readonly notice: string }
  | undefined;

/** The settings of chat. */
export interface ChatSettings {
  /** Writes the replies. */
  readonly model?: ContentChatModel | undefined;
  /** Milliseconds for one reply; 120,000 by default. */
  readonly timeout?: number;
  /** The models that a person can select; without it none can be selected. */
  readonly models?: readonly string[];
  /** Tokens of one reply; 2,000 by default. */
  readonly maxTokens?: number;
  /** Messages per day in a tenant; 1,000 by default. */
  readonly daily?: number;
  /** Selects the model for a person and a piece, instead of the configured one. */
  readonly chooseModel?: (choice: ModelChoice) => ChosenModel | Promise<ChosenModel>;
  /** Called when a reply failed or could not be stored and its caller cannot receive the error. It never receives messages. */
  readonly onError?: (error: unknown) => void;
  /** Returns those of the accounts that are still open; the chats of the others are erased within a day. */
  readonly openAccounts?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * The model and the settings of chat. Without a model chat is unavailable; existing messages can still be read.
 *
 * @example
 * database.ports.provide(contentChat, { model: createAIChatModel(await getAIAuto()), models: ['small', 'large'], daily: 500 });
 */
export const contentChat = port<ChatSettings>('contentChat', {});
