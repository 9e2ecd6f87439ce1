import { expect, it } from 'vitest';
import { governanceEn } from '../../../messages/governance/en.ts';
import { requirement } from '../../../testing/governance.ts';
import { signOf, standingOf, statusOf } from './standing.ts';

const judged = { missing: false, satisfied: false, status: 'rejected' } as const;

it('does not call a requirement rejected that nobody has judged', () => {
  const unmet = requirement({ ...judged, policyKey: 'disclosure' });
  expect(statusOf(unmet, 'rule', governanceEn)).toBe('not met yet');
  expect(signOf(unmet, 'rule')).toBe('warn');
  expect(statusOf(requirement({}), 'facts', governanceEn)).toBe('not reviewed yet');
  expect(signOf(requirement({}), 'facts')).toBe('warn');
  expect(statusOf(requirement({}), 'human', governanceEn)).toBe('human review required');
});

it('calls a requirement rejected until the text has changed', () => {
  expect(statusOf(requirement(judged), 'human', governanceEn)).toBe('rejected');
  expect(signOf(requirement(judged), 'human')).toBe('bad');
  expect(signOf(requirement({ ...judged, blocking: false }), 'human')).toBe('warn');
  const stale = requirement({ ...judged, stale: true });
  expect(statusOf(stale, 'human', governanceEn)).toBe('rejected, outdated');
  expect(standingOf(stale, 'human')).toBe('open');
});

it('says that a check is met', () => {
  expect(statusOf(requirement({ missing: false, satisfied: true, status: 'accepted' }), 'rule', governanceEn)).toBe('met');
});
