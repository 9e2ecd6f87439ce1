import { wordsOf } from '../objects/names.ts';
import type { Operation } from './operation.ts';

/** The verbs of CRUD operations in messages. */
const CRUD_WORDS: Readonly<Record<string, string>> = { list: 'list', get: 'read', create: 'create', update: 'change', delete: 'delete' };

/**
 * Returns the message for a caller who is not allowed to run an operation: what was refused, in words rather than by the name
 * in code, and which role is required.
 *
 * @example
 * const operation = table.operation('contents.setStatusesAction');
 * if (operation) refusalOf(operation); // 'You are not allowed to use "set statuses" of contents. It requires the role editor.'
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
  const role = typeof access === 'string' && access !== 'nobody' ? `It requires the role ${access}.` : '';
  return `You are not allowed to ${what}. ${refusal ?? role}`.trimEnd();
}
