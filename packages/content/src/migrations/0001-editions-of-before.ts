import { defineMigration, relax } from '@colophon/core/migrations';

/** Publications from before there were editions become editions too, and of these it is not known what was shown. */
export const editionsOfBefore = defineMigration({
  id: 'content/0001-editions-of-before',
  steps: ['revision', 'shown', 'shownDigest', 'place'].map((name) => relax(`content_editions.${name}`)),
});
