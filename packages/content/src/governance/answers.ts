import { z } from 'zod';
import { AssignmentDefinition, PolicyDefinition, ProfileDefinition } from './definitions.ts';

/** Policies, profiles and assignments, as they are answered. */
const DefinitionsAnswer = z.object({
  policies: z.array(PolicyDefinition),
  profiles: z.array(ProfileDefinition),
  assignments: z.array(AssignmentDefinition),
});

/** What is in force, and what of it is stored. */
export const StandingDefinitionsAnswer = z.object({ effective: DefinitionsAnswer, persisted: DefinitionsAnswer });

/** How a type and variant are governed. */
export const GovernedAnswer = z.object({
  isGoverned: z.boolean(),
  factLinkingEnabled: z.boolean(),
  transparencyEnabled: z.boolean(),
  enforcePublishReadiness: z.boolean(),
  publicationProfileKey: z.string().nullable(),
  correctionProfileKey: z.string().nullable(),
  assignment: AssignmentDefinition.nullable(),
  policies: z.array(PolicyDefinition),
  profiles: z.array(ProfileDefinition),
});
