import { z } from 'zod';
import { nameSchema } from '../record/names.ts';

/**
 * Who judges a piece: an AI with instructions (`facts`, `safety`, `custom`), only a person (`human`), or deterministic checks (`rule`).
 */
export const POLICY_KINDS = ['facts', 'safety', 'custom', 'human', 'rule'] as const;

/** The checks of rules. */
export const RULE_CHECKS = ['required_fields', 'facts_current', 'references_current', 'alt_text', 'disclosure'] as const;
export type RuleCheck = (typeof RULE_CHECKS)[number];

/** A check that the application adds: the name of its extension and its own, `recipes/allergensNamed`. One that is not there is not passed. */
const OWN_CHECK = /^[a-z][a-z0-9-]{1,30}\/[A-Za-z][A-Za-z0-9]{0,60}$/;

/** One deterministic check; `fields` lists the fields for `required_fields`. */
export const Rule = z.strictObject({
  check: z.union([z.enum(RULE_CHECKS), z.string().regex(OWN_CHECK)], {
    error: `must be one of ${RULE_CHECKS.join(', ')}, or a check of an extension such as recipes/allergensNamed`,
  }),
  fields: z.array(z.string().min(1).max(100)).min(1).max(50).optional(),
});
export type Rule = z.infer<typeof Rule>;

export const Requirement = z.strictObject({ policyKey: nameSchema(), blocking: z.boolean().default(false) });
export type Requirement = z.infer<typeof Requirement>;

const key = nameSchema();

export const PolicyDefinition = z.strictObject({
  key,
  label: z.string().min(1).max(200).optional(),
  kind: z.enum(POLICY_KINDS).default('custom'),
  instructions: z.string().max(50_000).default(''),
  /** Whether a person can also give the verdict of an AI policy. */
  humanVerdict: z.boolean().default(true),
  rules: z.array(Rule).max(50).default([]),
});
export type PolicyDefinition = z.infer<typeof PolicyDefinition>;

export const ProfileDefinition = z.strictObject({
  key,
  label: z.string().min(1).max(200).optional(),
  requirements: z.array(Requirement).max(100).default([]),
});
export type ProfileDefinition = z.infer<typeof ProfileDefinition>;

export const AssignmentDefinition = z.strictObject({
  contentType: nameSchema(),
  variant: nameSchema(200).nullish(),
  enabled: z.boolean().default(true),
  factLinkingEnabled: z.boolean().default(false),
  transparencyEnabled: z.boolean().default(false),
  publicationProfileKey: key.nullish(),
  correctionProfileKey: key.nullish(),
  enforcePublishReadiness: z.boolean().default(false),
});
export type AssignmentDefinition = z.infer<typeof AssignmentDefinition>;

/** Policies, profiles and assignments together, as configured or as effective. */
export interface Definitions {
  readonly policies: readonly PolicyDefinition[];
  readonly profiles: readonly ProfileDefinition[];
  readonly assignments: readonly AssignmentDefinition[];
}

/** What content is judged by. */
export type Judging = Pick<Definitions, 'policies' | 'profiles'>;

/** The definitions before anything is configured. */
export const BUILT_IN: Definitions = {
  policies: [
    {
      key: 'facts',
      label: 'Facts',
      kind: 'facts',
      humanVerdict: true,
      rules: [],
      instructions:
        'Check every claim of the piece against the facts given with it. Flag claims that no fact supports, and reject the piece where a claim contradicts a fact. Quote each claim word for word.',
    },
    {
      key: 'safety',
      label: 'Safety',
      kind: 'safety',
      humanVerdict: true,
      rules: [],
      instructions:
        'Check that publishing the piece harms nobody: no private data of persons, no defamation, no incitement, no instructions for harm. Quote each passage at fault word for word.',
    },
  ],
  profiles: [
    {
      key: 'publication',
      label: 'Publication',
      requirements: [
        { policyKey: 'facts', blocking: true },
        { policyKey: 'safety', blocking: true },
      ],
    },
    { key: 'correction', label: 'Correction', requirements: [{ policyKey: 'safety', blocking: true }] },
  ],
  assignments: [],
};

/** A policy of the kind `facts` or `safety` without instructions uses the built-in ones. */
export function withInstructions(policy: PolicyDefinition): PolicyDefinition {
  if (policy.instructions.trim() !== '') return policy;
  const builtIn = BUILT_IN.policies.find((each) => each.key === policy.kind);
  return builtIn ? { ...policy, instructions: builtIn.instructions } : policy;
}
