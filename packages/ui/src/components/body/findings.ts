import type { Finding } from '../../state/records.ts';
import { createPassages, type Passage, type PassagePlace } from './passages.ts';

/** The current position of a finding; `isChanged` if its quote has changed or was never found. */
export type FindingPlace = PassagePlace;

/** The findings of reviews. */
export const findings = createPassages<Finding>(({ severity }) => ({
  class: 'colo-finding',
  attributes: { 'data-severity': severity },
}));

/** The comments on passages. */
export const comments = createPassages<Passage>(() => ({ class: 'colo-comment-mark' }));
