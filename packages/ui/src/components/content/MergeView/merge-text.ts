import type { BaseMessages } from '../../../messages/base.ts';
import { fieldLabel } from '../../../messages/field-text.ts';
import type { MergeQuestion } from '../../../state/merge/field-merge.ts';
import type { Json } from '../../../state/records.ts';
import type { Format } from '../../../state/text/format.ts';

/** Returns the name of a status: `In review`; other values unchanged. */
export function named<Value extends Json>(field: string, value: Value, messages: BaseMessages): Value | string {
  return field === 'status' && typeof value === 'string' ? (messages[`status.${value}` as 'status.draft'] ?? value) : value;
}

/** Whether the user may write another text: if both sides are texts. */
export function isText({ field, mine, theirs }: MergeQuestion): boolean {
  return field !== 'status' && [mine, theirs].every((value) => value === null || typeof value === 'string');
}

/** Returns the label of a question: `Title`, `Text, part 2`, `More: generation.model`. */
export function labelOf({ id, field }: MergeQuestion, messages: BaseMessages, format: Format): string {
  const name = fieldLabel(field, messages);
  const rest = id.slice(field.length + 1);
  if (rest === '') return name;
  return /^\d+$/.test(rest) ? messages['merge.part']({ field: name, number: format.number(Number(rest)) }) : `${name}: ${rest}`;
}

/** Returns the labels of merged fields, with the new status: `Title`, `Status: Published`. */
export function mergedLabels(fields: readonly string[], status: string, messages: BaseMessages): readonly string[] {
  return fields.map((field) => {
    const label = fieldLabel(field, messages);
    return field === 'status' ? `${label}: ${named(field, status, messages)}` : label;
  });
}
