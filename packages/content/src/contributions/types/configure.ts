import { ValidationError } from '@colophon/core';
import { z } from 'zod';
import { readInput } from '../../record/read-input.ts';
import { ContributionTypeDefinition, type ContributionTypeInput } from './type-definition.ts';

const Configuration = z.strictObject({ types: z.array(ContributionTypeDefinition) });

export interface ContributionConfiguration {
  readonly types: readonly ContributionTypeInput[];
}

let configured: readonly ContributionTypeDefinition[] = [];

/**
 * Adds types of contributions to those of this process; one with the same key takes the place of what was there. What is
 * stored in the database goes before what is configured here.
 *
 * @throws ValidationError naming what is wrong. Nothing is taken then.
 * @example
 * configureContentContributions({
 *   types: [{ key: 'letter', allowFiles: true, promotion: { targetContentType: 'article' } }],
 * });
 */
export function configureContentContributions(configuration: ContributionConfiguration): void {
  const { types } = readInput(Configuration, configuration);
  const keys = types.map(({ key }) => key);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0)
    throw ValidationError.of([{ pointer: `/types/${twice}/key`, code: 'repeated', detail: `is the key of another type too` }]);
  configured = [...new Map([...configured, ...types].map((each) => [each.key, each])).values()];
}

/** Takes all types of contributions from this process that were configured. */
export function resetContentContributions(): void {
  configured = [];
}

/** What is configured in this process. */
export function configuredTypes(): readonly ContributionTypeDefinition[] {
  return configured;
}
