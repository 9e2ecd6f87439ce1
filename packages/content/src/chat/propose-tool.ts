import { createHash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import type { JsonValue } from '@colophon/core';
import { z } from 'zod';
import { canonicalLanguage } from '../record/language.ts';
import { contentFields } from '../record/content-fields.ts';
import { PROPOSABLE_FIELDS, type ProposableField, type ProposedChange } from './chat-proposal.ts';
import type { ChatTool } from './chat-settings.ts';
import { onlyPlaceOf } from '../record/passages.ts';
import { shortList } from './short-list.ts';
import { seenBody, type ShownFields } from './shown-fields.ts';

const LONGEST = 1_000_000;
const MOST_TAGS = 200;
const LONGEST_TAG = 200;
const MOST_CHANGES = 20;
/** Maximum length of a passage to search for, in characters. */
const LONGEST_PASSAGE = 2000;

/** The only tool of the assistant. It creates a proposal, and nothing more. */
export const PROPOSE_CHANGES: ChatTool = {
  name: 'propose_changes',
  description:
    'Propose changes of the piece. A person sees them as a difference and applies them or does not. Give either the whole value of a field, or for the body a passage that occurs exactly once and what is to stand in its place.',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['changes', 'reason'],
    properties: {
      reason: { type: 'string', description: 'Why, in a sentence.' },
      changes: {
        type: 'array',
        minItems: 1,
        maxItems: MOST_CHANGES,
        items: {
          type: 'object',
          properties: {
            field: { type: 'string', enum: [...PROPOSABLE_FIELDS] },
            value: {
              description: 'The whole new value: a text, a list of texts for tags, or a BCP 47 tag such as pt-BR for the language.',
            },
            find: { type: 'string', maxLength: LONGEST_PASSAGE, description: 'A passage of the body, word for word.' },
            replace: { type: 'string', description: 'What is to stand there instead.' },
          },
        },
      },
    },
  },
};

const Change = z.union([
  z.strictObject({ field: z.literal('body').optional(), find: z.string().min(1).max(LONGEST_PASSAGE), replace: z.string().max(LONGEST) }),
  z.strictObject({
    field: z.enum(PROPOSABLE_FIELDS),
    value: z.union([z.string().max(LONGEST), shortList(z.string().max(LONGEST_TAG), MOST_TAGS), z.null()]),
  }),
]);
const Proposed = z.object({ changes: shortList(Change, MOST_CHANGES, 1), reason: z.string().default('') });

/** A proposal that can be stored. */
export interface ReadProposal {
  readonly changes: readonly ProposedChange[];
  readonly reason: string;
}

/** Parses the tool arguments of a model; undefined if they are unusable for any reason. */
export function readProposal(given: string, shown: ShownFields): ReadProposal | undefined {
  if (given.length > LONGEST) return undefined;
  const read = Proposed.safeParse(parsed(given));
  if (!read.success) return undefined;
  const changes: ProposedChange[] = [];
  const seen = seenBody(shown);
  for (const change of read.data.changes) {
    const checked = 'find' in change ? placed(change, seen) : valued(change, shown, seen);
    if (!checked || changes.some((other) => contradicts(other, checked))) return undefined;
    changes.push(checked);
  }
  return { changes, reason: storable(read.data.reason).slice(0, 2000) };
}

/** Returns the hash of a value, for detecting later changes. */
export function hashOfValue(value: JsonValue): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function placed({ find, replace }: { find: string; replace: string }, seen: string): ProposedChange | undefined {
  const start = onlyPlaceOf(find, seen);
  return start === undefined || storable(replace) !== replace ? undefined : { field: 'body', find, replace, start };
}

function valued(
  { field, value }: { field: ProposableField; value: JsonValue },
  shown: ShownFields,
  seen: string,
): ProposedChange | undefined {
  // A new body from a model that saw only its beginning would delete the rest.
  if (field === 'body' && seen !== shown.body) return undefined;
  if (field === 'language' && value !== null) {
    const language = typeof value === 'string' ? canonicalLanguage(value) : undefined;
    return language === undefined ? undefined : { field, value: language, base: hashOfValue(shown[field]) };
  }
  const schema = contentFields[field].schema as z.ZodType;
  const isEmptied = value === null && field !== 'title' && field !== 'body' && field !== 'tags';
  if (!isEmptied && !schema.safeParse(value).success) return undefined;
  return { field, value, base: hashOfValue(shown[field]) };
}

/** Checks that a field is proposed once, that its whole value is not combined with passages, and that passages do not overlap. */
function contradicts(one: ProposedChange, other: ProposedChange): boolean {
  if (one.field !== other.field) return false;
  if (!('find' in one) || !('find' in other)) return true;
  return one.start < other.start + other.find.length && other.start < one.start + one.find.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Removes characters that databases cannot store. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
