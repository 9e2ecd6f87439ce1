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

it('names each part of the editor once where what a policy asks for is filled in', () => {
  const asked = policy([
    { check: 'disclosure' },
    { check: 'required_fields', fields: ['description', 'metadata.generation.model', 'language', 'title', 'nonsense'] },
    { check: 'references_current' },
  ]);
  expect(partsToFill(asked, undefined)).toEqual(['disclosure', 'description', 'more', 'title', 'citations']);
});

it('leads to no part that the host has left out, and nowhere for what people judge', () => {
  expect(partsToFill(policy([{ check: 'disclosure' }]), ['title', 'status'])).toEqual([]);
  expect(partsToFill(policy([]), undefined)).toEqual([]);
  expect(partsToFill(undefined, undefined)).toEqual([]);
});
