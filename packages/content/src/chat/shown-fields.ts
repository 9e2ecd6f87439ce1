import type { JsonObject, JsonValue } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { MessageInput } from './chat-inputs.ts';
import { PROPOSABLE_FIELDS, type ProposableField } from './chat-proposal.ts';

/** Maximum number of characters of the piece that are sent. */
const LONGEST_CONTEXT = 60_000;
const CUT = '\n[cut off here]';

/** The fields of the piece shown to the assistant, with the body possibly truncated. */
export type ShownFields = Readonly<Record<ProposableField, JsonValue>>;

/** Returns the fields of the piece as in the editor, if sent, otherwise as saved. */
export function shownFields(content: ContentRecord, { currentEditorState, formFields = {} }: MessageInput): ShownFields {
  const saved = content as unknown as Readonly<Record<string, JsonValue>>;
  const given: Readonly<Partial<Record<string, JsonValue | undefined>>> = formFields;
  const all = PROPOSABLE_FIELDS.map((name) => [name, given[name] ?? saved[name] ?? null] as const);
  return { ...(Object.fromEntries(all) as ShownFields), body: currentEditorState ?? content.body };
}

/** Returns the part of the body that the assistant sees. */
export function seenBody(shown: ShownFields): string {
  return (shown.body as string).slice(0, Math.max(0, LONGEST_CONTEXT - lengthOfRest(shown)));
}

/** Truncates the fields to the maximum that is sent. */
export function cutToFit(shown: ShownFields): JsonObject {
  const seen = seenBody(shown);
  const body = seen.length < (shown.body as string).length ? `${seen}${CUT}` : seen;
  return lengthOfRest(shown) > LONGEST_CONTEXT ? { title: (shown.title as string).slice(0, 1000), body } : { ...shown, body };
}

function lengthOfRest(shown: ShownFields): number {
  return JSON.stringify({ ...shown, body: '' }).length;
}
