import { ValidationError, validate } from '@colophon/core';
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
 * Adds policies, profiles and assignments to those of this process; one with an existing key replaces it. Definitions stored in the
 * database take precedence.
 *
 * @throws ValidationError naming what is wrong, such as an unknown property or a profile with an unknown policy. Nothing is applied then.
 * @example
 * configureContentGovernance({
 *   assignments: [{ contentType: 'article', publicationProfileKey: 'publication', enforcePublishReadiness: true }],
 * });
 */
export function configureContentGovernance(configuration: ContentGovernanceConfiguration): void {
  const read = validate(Configuration, configuration);
  if (!read.success) throw ValidationError.of(read.faults);
  const next: Definitions = {
    policies: overlaid(configured.policies, read.data.policies, (each) => each.key),
    profiles: overlaid(configured.profiles, read.data.profiles, (each) => each.key),
    assignments: overlaid(configured.assignments, read.data.assignments, assignmentKey),
  };
  const faults = findFaults(next);
  if (faults.length > 0) throw ValidationError.of(faults);
  configured = next;
}

/** Restores the built-in definitions. */
export function resetContentGovernance(): void {
  configured = BUILT_IN;
}

/** Returns the built-in and configured definitions of this process. */
export function configuredDefinitions(): Definitions {
  return configured;
}

/** Merges both lists; for equal keys the entry of `over` wins. */
export function overlaid<T>(under: readonly T[], over: readonly T[], keyOf: (each: T) => string): T[] {
  return [...new Map([...under, ...over].map((each) => [keyOf(each), each])).values()];
}
