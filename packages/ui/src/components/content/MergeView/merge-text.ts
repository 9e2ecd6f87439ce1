import type { BaseMessages } from '../../../messages/base.ts';
import type { MergeQuestion } from '../../../state/merge/field-merge.ts';
import type { Json } from '../../../state/records.ts';
import type { Format } from '../../../state/text/format.ts';

/** Returns a value as readable text. */
export function textOf(value: Json, messages: BaseMessages, format: Format): string {
  if (value === null || value === '') return messages['merge.nothing'];
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return format.list(value as readonly string[]);
  return JSON.stringify(value);
}

/** Whether the user may write another text: if both sides are texts. */
export function isText({ mine, theirs }: MergeQuestion): boolean {
  return [mine, theirs].every((value) => value === null || typeof value === 'string');
}

/** Returns the label of a question: `Title`, `Text, part 2`, `More: generation.model`. */
export function labelOf({ id, field }: MergeQuestion, messages: BaseMessages, format: Format): string {
  const name = fieldLabel(field, messages);
  const rest = id.slice(field.length + 1);
  if (rest === '') return name;
  return /^\d+$/.test(rest) ? messages['merge.part']({ field: name, number: format.number(Number(rest)) }) : `${name}: ${rest}`;
}

/** Returns the label of a field; the name itself for an unknown one. */
export function fieldLabel(field: string, messages: BaseMessages): string {
  const key = `field.${field}`;
  return Object.hasOwn(messages, key) ? String(messages[key as keyof BaseMessages]) : field;
}
