import type { ReviewKind } from '../records.ts';

export type RuleCheck = 'required_fields' | 'facts_current' | 'references_current' | 'alt_text' | 'disclosure';

/** One deterministic check; `fields` names what `required_fields` asks for. */
export interface PolicyRule {
  readonly check: RuleCheck;
  readonly fields?: readonly string[];
}

/** What judges a piece: an AI with instructions, a named person, or checks. */
export interface PolicyDefinition {
  readonly key: string;
  readonly label?: string | null;
  readonly kind: ReviewKind;
  readonly instructions: string;
  /** Whether a person may give the verdict of an AI policy too. */
  readonly humanVerdict: boolean;
  readonly rules: readonly PolicyRule[];
}

/** What a piece needs to be ready. */
export interface ProfileDefinition {
  readonly key: string;
  readonly label?: string | null;
  readonly requirements: readonly { readonly policyKey: string; readonly blocking: boolean }[];
}

/** Which pieces are governed, and how. */
export interface AssignmentDefinition {
  readonly contentType: string;
  readonly variant?: string | null;
  readonly enabled: boolean;
  readonly factLinkingEnabled: boolean;
  readonly transparencyEnabled: boolean;
  readonly publicationProfileKey?: string | null;
  readonly correctionProfileKey?: string | null;
  readonly enforcePublishReadiness: boolean;
}

/** What `GET /contents/governance` answers. */
export interface GovernanceDefinitions {
  readonly effective: {
    readonly policies: readonly PolicyDefinition[];
    readonly profiles: readonly ProfileDefinition[];
    readonly assignments: readonly AssignmentDefinition[];
  };
  /** Those of them that are stored; without `id` where the server does not say it. */
  readonly persisted: GovernanceDefinitions['effective'];
}

/** How a type and variant are governed: `GET /contents/governance/resolve`. */
export interface GovernedState {
  readonly isGoverned: boolean;
  readonly factLinkingEnabled: boolean;
  readonly transparencyEnabled: boolean;
  readonly enforcePublishReadiness: boolean;
  readonly publicationProfileKey: string | null;
  readonly correctionProfileKey: string | null;
  readonly policies: readonly PolicyDefinition[];
  readonly profiles: readonly ProfileDefinition[];
}

/** Whether an AI gives the verdict of a policy of this kind. */
export function isJudgedByAi(kind: ReviewKind): boolean {
  return kind === 'facts' || kind === 'safety' || kind === 'custom';
}
