import { z } from 'zod';
import { AssignmentDefinition, PolicyDefinition, ProfileDefinition } from './definitions.ts';

/** The response form of policies, profiles and assignments. */
const DefinitionsAnswer = z.object({
  policies: z.array(PolicyDefinition),
  profiles: z.array(ProfileDefinition),
  assignments: z.array(AssignmentDefinition),
});

/** The effective definitions, and those of them that are stored. */
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
  resembles: z.string().nullable().describe('The governed type that an ungoverned one differs from by a letter or a plural.'),
  policies: z.array(PolicyDefinition),
  profiles: z.array(ProfileDefinition),
});
