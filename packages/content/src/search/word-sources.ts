import type { Fields } from '@colophon/core';
import type { WordSource } from '@colophon/core/search';
import { Tags } from '@colophon/tags';
import { Assets } from '../assets/asset.ts';
import { Facts } from '../facts/fact.ts';
import { contentFields } from '../record/content-fields.ts';

/** The content itself. */
export const CONTENT_WORDS: WordSource = sourceOf('contents', 'id', contentFields);

/** What else is searched, and changes without an event. */
export const OTHER_WORDS: readonly WordSource[] = [Facts, Assets, Tags].map(({ objectClass: { definition } }) =>
  sourceOf(definition.table, definition.key, definition.fields),
);

/** The searched fields, without those that hold personal data or never leave the process. */
function sourceOf(table: string, key: string, fields: Fields): WordSource {
  const columns = Object.entries(fields).filter(([, field]) => field.search !== undefined && !field.personal && !field.private);
  return { table, key, columns: columns.map(([name]) => name), language: Object.hasOwn(fields, 'language') ? 'language' : undefined };
}
