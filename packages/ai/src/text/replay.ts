import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import type { ReplayParts } from '../interface/messages.ts';
import { parseJson } from '../transport/http.ts';

/** Arguments nested deeper than this are sent back as text. */
const MAX_DEPTH = 500;

/** A part of an assistant's turn. */
export type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

interface StoredPart {
  type: 'text' | 'reasoning' | 'tool-call' | 'custom';
  kind?: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: string;
  metadata?: Record<string, never>;
}

/** Keeps what a vendor needs back: parts with signatures. `undefined` if the plain message already contains everything. */
export function storeReplay(kind: string, content: readonly LanguageModelV4Content[]): ReplayParts | undefined {
  if (!content.some((part) => 'providerMetadata' in part && part.providerMetadata !== undefined)) return undefined;
  // A tool that the vendor ran is not sent back by its package, and reasoning without what follows it is rejected.
  const ranTools = content.some((part) => part.type === 'tool-call' && part.providerExecuted === true);
  const parts: StoredPart[] = [];
  for (const part of content) {
    if (part.type === 'reasoning' && ranTools) continue;
    const metadata = 'providerMetadata' in part ? (part.providerMetadata as Record<string, never> | undefined) : undefined;
    const extra = metadata === undefined ? {} : { metadata };
    if (part.type === 'text' || part.type === 'reasoning') parts.push({ type: part.type, text: part.text, ...extra });
    else if (part.type === 'custom') parts.push({ type: 'custom', kind: part.kind, ...extra });
    else if (part.type === 'tool-call' && !part.providerExecuted) {
      parts.push({ type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input: part.input, ...extra });
    }
  }
  return { provider: kind, parts };
}

/** Converts the result of {@link storeReplay} back to a turn, with only the answered tool calls. */
export function replayParts(replay: ReplayParts, answeredIds: ReadonlySet<string>): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const part of replay.parts as readonly StoredPart[]) {
    const options = part.metadata === undefined ? {} : { providerOptions: part.metadata };
    if (part.type === 'tool-call') {
      if (!answeredIds.has(part.toolCallId ?? '')) continue;
      const input = readArguments(part.input ?? '');
      parts.push({ type: 'tool-call', toolCallId: part.toolCallId ?? '', toolName: part.toolName ?? '', input, ...options });
    } else if (part.type === 'custom') {
      parts.push({ type: 'custom', kind: (part.kind ?? 'unknown.block') as `${string}.${string}`, ...options });
    } else if (part.type === 'reasoning') {
      parts.push({ type: 'reasoning', text: part.text ?? '', ...options });
    } else {
      parts.push({ type: 'text', text: part.text ?? '', ...options });
    }
  }
  return parts;
}

/**
 * Parses the arguments of a call to the value that is sent back to the vendor. A model may write invalid JSON, or nest it too deeply; the
 * call remains part of the history, so it is sent back as an object that contains the text.
 */
export function readArguments(text: string): unknown {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  const isUsable = typeof value === 'object' && value !== null && (text.length <= MAX_DEPTH || !isNestedBeyond(value, MAX_DEPTH));
  return isUsable ? value : { invalid_arguments: text };
}

/** Whether a value is nested deeper than a request can be serialized. */
function isNestedBeyond(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((entry) => isNestedBeyond(entry, depth - 1));
}

/** Whether a stored turn begins with signed reasoning. */
export function hasSignedReasoning(replay: ReplayParts | undefined, kind: string): boolean {
  const first = replay?.provider === kind ? (replay.parts[0] as StoredPart | undefined) : undefined;
  return first?.type === 'reasoning' && first.metadata !== undefined;
}
