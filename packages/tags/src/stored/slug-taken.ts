import { ConflictError } from '@colophon/core';
import { shownSlug } from './stored-slug.ts';

/**
 * Returns the conflict error, which names the slug's context: slugs are unique across contexts, so it may be in another one than expected.
 */
export function slugTaken(stored: string, context: string): ConflictError {
  const slug = shownSlug(stored);
  return new ConflictError(`The slug ${slug} is taken in the context ${context}.`, {
    code: 'not_unique',
    errors: [{ pointer: '/slug', code: 'not_unique', detail: `is taken in the context ${context}` }],
    hint: 'A slug is unique across contexts: use the existing tag, or another slug.',
    extensions: { context },
  });
}
