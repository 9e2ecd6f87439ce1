import { wordsOf } from '../objects/names.ts';
import type { Operation } from './operation.ts';

/** What a caller may not do, as people say it. */
const CRUD_WORDS: Readonly<Record<string, string>> = { list: 'list', get: 'read', create: 'create', update: 'change', delete: 'delete' };

/**
 * What is said to a caller who may not run an operation: in words, without the names that commands and code have for it, and who
 * may.
 *
 * @example
 * refusalOf(table.operation('contents.setStatusesAction')); // 'You may not use "set statuses" of contents. It takes the role editor.'
 */
export function refusalOf({
  kind,
  name,
  access,
  refusal,
  resource,
}: Pick<Operation, 'kind' | 'name' | 'access' | 'refusal' | 'resource'>): string {
  const records = resource.label.toLowerCase();
  const what =
    kind === 'crud' ? `${CRUD_WORDS[name] ?? wordsOf(name)} ${records}` : `use "${wordsOf(name.replace(/Action$/, ''))}" of ${records}`;
  const role = typeof access === 'string' && access !== 'nobody' ? `It takes the role ${access}.` : '';
  return `You may not ${what}. ${refusal ?? role}`.trimEnd();
}
