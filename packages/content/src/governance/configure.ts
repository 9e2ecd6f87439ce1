import { ValidationError } from '@colophon/core';
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
 * Adds policies, profiles and assignments to those of this process; one with the same key takes the place of what was
 * there. What is stored in the database goes before what is configured here.
 *
 * @throws ValidationError naming what is wrong: an unknown property, a profile that names no policy. Nothing is taken then.
 * @example
 * configureContentGovernance({
 *   assignments: [{ contentType: 'article', publicationProfileKey: 'publication', enforcePublishReadiness: true }],
 * });
 */
export function configureContentGovernance(configuration: ContentGovernanceConfiguration): void {
  const read = Configuration.safeParse(configuration);
  if (!read.success) {
    throw ValidationError.of(
      read.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, code: issue.code, detail: issue.message })),
    );
  }
  const next: Definitions = {
    policies: overlaid(configured.policies, read.data.policies, (each) => each.key),
    profiles: overlaid(configured.profiles, read.data.profiles, (each) => each.key),
    assignments: overlaid(configured.assignments, read.data.assignments, assignmentKey),
  };
  const faults = findFaults(next);
  if (faults.length > 0) throw ValidationError.of(faults);
  configured = next;
}

/** Goes back to what is built in. */
export function resetContentGovernance(): void {
  configured = BUILT_IN;
}

/** What is built in and configured in this process. */
export function configuredDefinitions(): Definitions {
  return configured;
}

/** Both lists, where two have the same key the one of `over`. */
export function overlaid<T>(under: readonly T[], over: readonly T[], keyOf: (each: T) => string): T[] {
  return [...new Map([...under, ...over].map((each) => [keyOf(each), each])).values()];
}
