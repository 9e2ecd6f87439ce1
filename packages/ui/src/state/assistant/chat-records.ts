import { isPlainObject } from '@colophon/base';
import type { EditorProblem } from '../editor/editor-problem.ts';
import type { AnswerSource } from '../records.ts';
import type { AssistantContext } from './context.ts';
import type { Proposal } from './proposal.ts';

export interface ChatThread {
  readonly id: string;
  readonly title: string;
}

export interface ChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly status: 'done' | 'streaming' | 'failed' | 'stopped';
  /** Its place in the thread; missing until it is stored. */
  readonly sequence?: number;
  readonly errorCode?: string | null;
  /** What a reply used. */
  readonly sources?: readonly AnswerSource[] | null;
  /** Why it was not sent; it is only shown here. */
  readonly problem?: EditorProblem;
}

/** A thread as stored. */
export interface ThreadRecord {
  readonly messages: readonly ChatMessage[];
  readonly proposals: readonly Proposal[];
}

/** An event of a stream of a reply. */
export interface ChatEvent {
  readonly event: string;
  readonly data: string;
}

/** Whether the message is only on this device: it is being sent, or was rejected. */
export function isUnsent({ role, status, problem }: ChatMessage): boolean {
  return role === 'user' && (status === 'streaming' || problem !== undefined);
}

/** The reply that is being written, if there is one. */
export function streamingReply(messages: readonly ChatMessage[]): ChatMessage | undefined {
  return messages.findLast(({ role, status }) => role === 'assistant' && status === 'streaming');
}

/**
 * A thread as stored, with what is only here: unsent messages, and the text of a reply that has arrived but is not stored yet, since a
 * stream continues after it.
 */
export function withLocal(stored: readonly ChatMessage[], shown: readonly ChatMessage[]): readonly ChatMessage[] {
  const messages = stored.map((message) => {
    const { content = '' } = shown.find(({ id }) => id === message.id) ?? {};
    return message.status === 'streaming' && content.length > message.content.length ? { ...message, content } : message;
  });
  return [...messages, ...shown.filter(isUnsent)];
}

/** Replaces a message, or adds it before those that are not sent yet. */
export function putMessage(messages: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const isKnown = messages.some(({ id }) => id === message.id);
  if (isKnown) return messages.map((each) => (each.id === message.id ? message : each));
  return [...messages.filter((each) => !isUnsent(each)), message, ...messages.filter(isUnsent)];
}

export function isMessage(value: unknown): value is ChatMessage {
  return isPlainObject(value) && typeof value['id'] === 'string' && typeof value['content'] === 'string';
}

export function isProposal(value: unknown): value is Proposal & Readonly<Record<string, unknown>> {
  if (!isPlainObject(value) || typeof value['id'] !== 'string') return false;
  const { changes } = value;
  return Array.isArray(changes) && changes.every((change) => isPlainObject(change) && typeof change['field'] === 'string');
}

/** The request of a message, with the state of the editor. */
export function messageBody(content: string, context: AssistantContext | null): object {
  if (context === null) return { content };
  const { fields, currentEditorState, referenceIds } = context;
  return { content, currentEditorState, formFields: fields, referenceIds: referenceIds.slice(0, 20) };
}
