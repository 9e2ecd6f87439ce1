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
 * Adds contribution types to those of this process; a type replaces the one with the same key. Stored
 * types take precedence over configured ones.
 *
 * @throws ValidationError if a type is invalid. None is added then.
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

/** Removes all configured contribution types from this process. */
export function resetContentContributions(): void {
  configured = [];
}

/** Returns the contribution types configured in this process. */
export function configuredTypes(): readonly ContributionTypeDefinition[] {
  return configured;
}
