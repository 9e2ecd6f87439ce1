import { expect, it } from 'vitest';
import { deedOf, wordsOf } from './audit-words.ts';

it.each([
  ['update', 'contents.update', 'contents', 'changed the piece'],
  ['create', 'contents.runReviewAction', 'content_reviews', 'created the review (run review)'],
  ['create', 'content-contributions.submitWebContribution', 'content_contributions', 'created the contribution (submit web contribution)'],
  ['update', null, 'content_governance_policies', 'changed the governance policy'],
  ['delete', 'tags.delete', 'tags', 'deleted the tag'],
])('%s by %s of %s is said in words', (action, operation, objectType, said) => {
  expect(deedOf({ action, operation, objectType })).toBe(said);
});

it('names fields in words', () => {
  expect(['publish_date', 'publishAt', 'sha256', 'thumbnailAssetId'].map(wordsOf)).toEqual([
    'publish date',
    'publish at',
    'SHA256',
    'thumbnail asset ID',
  ]);
});
