import { expect, it } from 'vitest';
import type { PolicyDefinition } from '../../../state/governance/definitions.ts';
import { partsToFill } from './remedies.ts';

const policy = (rules: PolicyDefinition['rules']): PolicyDefinition => ({
  key: 'checks',
  kind: 'rule',
  instructions: '',
  humanVerdict: false,
  rules,
});

it('returns each part of the editor that a policy requires, once', () => {
  const asked = policy([
    { check: 'disclosure' },
    { check: 'required_fields', fields: ['description', 'metadata.generation.model', 'language', 'title', 'nonsense'] },
    { check: 'references_current' },
  ]);
  expect(partsToFill(asked, undefined)).toEqual(['disclosure', 'description', 'more', 'title', 'citations']);
});

it('omits parts that the host does not show, and returns none for human policies', () => {
  expect(partsToFill(policy([{ check: 'disclosure' }]), ['title', 'status'])).toEqual([]);
  expect(partsToFill(policy([]), undefined)).toEqual([]);
  expect(partsToFill(undefined, undefined)).toEqual([]);
});
