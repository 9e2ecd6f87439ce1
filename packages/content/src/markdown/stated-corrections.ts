import type { JsonObject, JsonValue } from '@colophon/core';
import { CORRECTION_TYPES, type ContentCorrectionType, CorrectionInput } from '../record/correction-input.ts';
import { parseDate } from './dates.ts';
import { MarkdownError } from './markdown-error.ts';
import type { FrontMatterEntries, FrontMatterEntry } from './read-yaml.ts';

/** A correction as front matter states it. */
export interface StatedCorrection {
  readonly type: ContentCorrectionType;
  readonly summary: string;
  readonly note: string | null;
  /** When it was issued; null if the file does not say. */
  readonly publishedAt: string | null;
}

/** The corrections that front matter states, and the keys that state them. */
export interface StatedCorrections {
  readonly corrections: readonly StatedCorrection[];
  /** Their values, as written. */
  readonly keys: JsonObject;
}

const LIST = 'corrections';
const RETRACTED = 'retracted';
const MEMBERS = new Set(['type', 'date', 'summary', 'note']);
const HINT = `Write each as type (${CORRECTION_TYPES.join(', ')}), date, summary and, if there is one, note.`;

/** The keys of front matter that state corrections. */
export const CORRECTION_KEYS: readonly string[] = [LIST, RETRACTED];

/**
 * Reads `corrections`, a list of mappings with a `type`, and `retracted`. Lists of any other form belong to another system, and are
 * unknown.
 *
 * @throws MarkdownError `bad_value` or `bad_date`: a piece must not appear without a correction that its file states
 */
export function readStatedCorrections(entries: FrontMatterEntries): StatedCorrections {
  const list = entries.get(LIST);
  const retracted = entries.get(RETRACTED);
  const keys: Record<string, JsonValue> = {};
  let corrections: StatedCorrection[] = [];
  if (list && isOurs(list.value)) {
    corrections = list.value.map((each, index) => readOne(each, `${LIST}[${index}]`, list));
    keys[LIST] = list.value;
  }
  const isRetracted = corrections.some(({ type }) => type === 'retraction');
  if (retracted && retracted.value !== null) {
    keys[RETRACTED] = retracted.value;
    if (retracted.value !== isRetracted && !(retracted.value === false && !isRetracted)) {
      throw new MarkdownError(
        'bad_value',
        `${RETRACTED} is ${JSON.stringify(retracted.value).slice(0, 50)}, and corrections contains ${isRetracted ? 'a' : 'no'} retraction.`,
        retracted.place,
        `A withdrawn piece has a correction of the type retraction. ${HINT}`,
      );
    }
  }
  return { corrections, keys };
}

/** Returns the keys of front matter for corrections; none if there are none. */
export function correctionKeys(corrections: readonly StatedCorrection[]): Readonly<Record<string, JsonValue>> {
  if (corrections.length === 0) return {};
  return {
    [LIST]: corrections.map(({ type, publishedAt, summary, note }) => ({
      type,
      ...(publishedAt === null ? {} : { date: publishedAt }),
      summary,
      ...(note === null ? {} : { note }),
    })),
    ...(corrections.some(({ type }) => type === 'retraction') ? { [RETRACTED]: true } : {}),
  };
}

/** Returns the corrections of the first list that the second does not contain. One without a date is any of its type and text. */
export function withoutThose(corrections: readonly StatedCorrection[], others: readonly StatedCorrection[]): StatedCorrection[] {
  const left = [...others];
  return corrections.filter((each) => {
    const at = left.findIndex((other) => isSame(each, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function isSame(one: StatedCorrection, other: StatedCorrection): boolean {
  const haveDates = one.publishedAt !== null && other.publishedAt !== null;
  return (
    one.type === other.type &&
    one.summary === other.summary &&
    (one.note ?? '') === (other.note ?? '') &&
    (!haveDates || one.publishedAt === other.publishedAt)
  );
}

function isOurs(value: JsonValue): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isMapping(each) && Object.hasOwn(each, 'type'));
}

function isMapping(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readOne(value: JsonObject, name: string, { place }: FrontMatterEntry): StatedCorrection {
  const { date, ...others } = value;
  const unknown = Object.keys(value).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined)
    throw new MarkdownError('bad_value', `${name} has a key that is not known: ${unknown.slice(0, 100)}.`, place, HINT);
  const { data: input, error } = CorrectionInput.safeParse(others);
  if (!input) {
    const [issue] = error.issues;
    throw new MarkdownError('bad_value', `${name}.${issue?.path.join('.') ?? ''} is invalid: ${issue?.message ?? ''}.`, place, HINT);
  }
  const publishedAt = date === undefined || date === null ? null : parseDate(typeof date === 'object' ? '' : String(date));
  if (publishedAt === undefined)
    throw new MarkdownError('bad_date', `${name}.date is not a valid date.`, place, 'Write it as 2026-11-21T10:00:00Z.');
  return { ...input, note: input.note === undefined || input.note === '' ? null : input.note, publishedAt };
}
