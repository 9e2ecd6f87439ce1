import type { Finding } from '../../state/records.ts';
import { createPassages, type Passage, type PassagePlace } from './passages.ts';

/** Where a finding stands now; `isChanged` once its words are others, or were never found. */
export type FindingPlace = PassagePlace;

/** What reviews found. */
export const findings = createPassages<Finding>(({ severity }) => ({
  class: 'colo-finding',
  attributes: { 'data-severity': severity },
}));

/** What colleagues say of passages. */
export const comments = createPassages<Passage>(() => ({ class: 'colo-comment-mark' }));
