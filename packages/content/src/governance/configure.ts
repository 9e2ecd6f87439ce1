import { type Database, port, ValidationError, validate } from '@colophon/core';
import { z } from 'zod';
import { AssignmentDefinition, BUILT_IN, type Definitions, PolicyDefinition, ProfileDefinition } from './definitions.ts';
import { assignmentKey, findFaults } from './check-definitions.ts';

const Configuration = z.strictObject({
  policies: z.array(PolicyDefinition).default([]),
  profiles: z.array(ProfileDefinition).default([]),
  assignments: z.array(AssignmentDefinition).default([]),
});
export type ContentGovernanceConfiguration = z.input<typeof Configuration>;

let configured: Definitions = BUILT_IN;

/**
 * The policies, profiles and assignments of an application, below those stored in its database; without them those configured in this
 * process.
 *
 * @example
 * database.ports.provide(contentGovernance, governanceDefinitions({ assignments: [{ contentType: 'article' }] }));
 */
export const contentGovernance = port<Definitions | undefined>('contentGovernance', undefined);

/**
 * Returns the built-in definitions with these, of which one with an existing key replaces it: for the port `contentGovernance`.
 *
 * @throws ValidationError naming what is wrong, such as an unknown property or a profile with an unknown policy
 */
export function governanceDefinitions(configuration: ContentGovernanceConfiguration): Definitions {
  return withConfiguration(BUILT_IN, configuration);
}

/**
 * Adds policies, profiles and assignments to those of this process, for databases to which an application provides none; one with an
 * existing key replaces it. Definitions stored in the database take precedence.
 *
 * @throws ValidationError naming what is wrong, such as an unknown property or a profile with an unknown policy. Nothing is applied then.
 * @example
 * configureContentGovernance({
 *   assignments: [{ contentType: 'article', publicationProfileKey: 'publication', enforcePublishReadiness: true }],
 * });
 */
export function configureContentGovernance(configuration: ContentGovernanceConfiguration): void {
  configured = withConfiguration(configured, configuration);
}

function withConfiguration(under: Definitions, configuration: ContentGovernanceConfiguration): Definitions {
  const read = validate(Configuration, configuration);
  if (!read.success) throw ValidationError.of(read.faults);
  const next: Definitions = {
    policies: overlaid(under.policies, read.data.policies, (each) => each.key),
    profiles: overlaid(under.profiles, read.data.profiles, (each) => each.key),
    assignments: overlaid(under.assignments, read.data.assignments, assignmentKey),
  };
  const faults = findFaults(next);
  if (faults.length > 0) throw ValidationError.of(faults);
  return next;
}

/** Restores the built-in definitions. */
export function resetContentGovernance(): void {
  configured = BUILT_IN;
}

/** Returns the definitions that stored ones are laid over: those provided, else the built-in and configured ones of this process. */
export function configuredDefinitions(database: Database): Definitions {
  return database.ports.use(contentGovernance) ?? configured;
}

/** Merges both lists; for equal keys the entry of `over` wins. */
export function overlaid<T>(under: readonly T[], over: readonly T[], keyOf: (each: T) => string): T[] {
  return [...new Map([...under, ...over].map((each) => [keyOf(each), each])).values()];
}
