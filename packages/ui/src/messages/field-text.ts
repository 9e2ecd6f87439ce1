import type { Json } from '../state/records.ts';
import type { Format } from '../state/text/format.ts';
import type { BaseMessages } from './base.ts';

/** Returns the label of a field; the name itself for an unknown one. */
export function fieldLabel(field: string, messages: BaseMessages): string {
  const key = `field.${field}`;
  return Object.hasOwn(messages, key) ? String(messages[key as keyof BaseMessages]) : field;
}

/** Returns a value as readable text. */
export function textOf(value: Json, messages: BaseMessages, format: Format): string {
  if (value === null || value === '') return messages['value.none'];
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return format.list(value as readonly string[]);
  return JSON.stringify(value);
}
