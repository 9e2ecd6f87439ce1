import { ConflictError } from '@colophon/core';

/** The conflict that names where the slug is: it is unique across contexts, so it may be where the caller does not look. */
export function slugTaken(slug: string, context: string): ConflictError {
  return new ConflictError(`The slug ${slug} is taken in the context ${context}.`, {
    code: 'not_unique',
    errors: [{ pointer: '/slug', code: 'not_unique', detail: `is taken in the context ${context}` }],
    hint: 'A slug is unique across contexts: use the tag that is there, or another slug.',
    extensions: { context },
  });
}
