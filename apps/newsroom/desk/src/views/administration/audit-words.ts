/** What an audit entry says was done. */
interface Deed {
  readonly action: string;
  /** The collection and the operation by which it was done: `contents.runReviewAction`. */
  readonly operation: string | null;
  /** The table of the record. */
  readonly objectType: string;
}

/** What is called otherwise than its table says. */
const NOUNS: Readonly<Record<string, string>> = {
  contents: 'piece',
  content_assets: 'use of a file',
  content_references: 'citation',
  content_facts: 'link to a fact',
  content_tags: 'use of a tag',
  content_saved_views: 'saved view',
  content_reviews: 'review',
  content_versions: 'version',
  tag_aliases: 'alias of a tag',
  user_identities: 'identity of a person',
  assets: 'file',
  users: 'account',
};
const VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'changed', delete: 'deleted' };
const CRUD: ReadonlySet<string> = new Set(['create', 'update', 'delete']);

/**
 * Describes an entry in words: “changed the piece”, and the operation in brackets if it says more than that.
 *
 * @example
 * deedOf({ action: 'create', operation: 'contents.runReviewAction', objectType: 'content_reviews' }); // 'created the review (run review)'
 */
export function deedOf({ action, operation, objectType }: Deed): string {
  const did = `${VERBS[action] ?? wordsOf(action)} the ${NOUNS[objectType] ?? singular(objectType)}`;
  const method = operation?.split('.').at(-1) ?? '';
  return method === '' || CRUD.has(method) ? did : `${did} (${wordsOf(method.replace(/Action$/, ''))})`;
}

/** Returns the name of a field or an operation as words: `publish_date`, `runReview`. */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .trim();
  return words.replaceAll(/\b(?:api|id|url|ai|sha256)\b/g, (word) => word.toUpperCase());
}

function singular(table: string): string {
  const words = wordsOf(table.replace(/^content_/, ''));
  if (words.endsWith('ies')) return `${words.slice(0, -3)}y`;
  return /[^s]s$/.test(words) ? words.slice(0, -1) : words;
}
