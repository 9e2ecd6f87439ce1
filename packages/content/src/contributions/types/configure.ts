import { type Database, port, ValidationError } from '@colophon/core';
import { z } from 'zod';
import { readInput } from '../../record/read-input.ts';
import { ContributionTypeDefinition, type ContributionTypeInput } from './type-definition.ts';

const Configuration = z.strictObject({ types: z.array(ContributionTypeDefinition) });

export interface ContributionConfiguration {
  readonly types: readonly ContributionTypeInput[];
}

let configured: readonly ContributionTypeDefinition[] = [];

/**
 * The contribution types of an application, below those stored in its database; without them those configured in this process.
 *
 * @example
 * database.ports.provide(contributionTypes, contributionTypesOf({ types: [{ key: 'letter', promotion: { targetContentType: 'article' } }] }));
 */
export const contributionTypes = port<readonly ContributionTypeDefinition[] | undefined>('contributionTypes', undefined);

/** Returns these types for the port `contributionTypes`. @throws ValidationError if a type is invalid, or one key is given twice */
export function contributionTypesOf(configuration: ContributionConfiguration): readonly ContributionTypeDefinition[] {
  const { types } = readInput(Configuration, configuration);
  const keys = types.map(({ key }) => key);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0)
    throw ValidationError.of([{ pointer: `/types/${twice}/key`, code: 'repeated', detail: `is the key of another type too` }]);
  return types;
}

/**
 * Adds contribution types to those of this process, for databases to which an application provides none; a type replaces the one with the
 * same key. Stored types take precedence over configured ones.
 *
 * @throws ValidationError if a type is invalid. None is added then.
 * @example
 * configureContentContributions({
 *   types: [{ key: 'letter', allowFiles: true, promotion: { targetContentType: 'article' } }],
 * });
 */
export function configureContentContributions(configuration: ContributionConfiguration): void {
  const types = contributionTypesOf(configuration);
  configured = [...new Map([...configured, ...types].map((each) => [each.key, each])).values()];
}

/** Removes all configured contribution types from this process. */
export function resetContentContributions(): void {
  configured = [];
}

/** Returns the types that stored ones are laid over: those provided, else those configured in this process. */
export function configuredTypes(database: Database): readonly ContributionTypeDefinition[] {
  return database.ports.use(contributionTypes) ?? configured;
}
