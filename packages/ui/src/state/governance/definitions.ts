import type { ReviewKind } from '../records.ts';

export type BuiltInCheck = 'required_fields' | 'facts_current' | 'references_current' | 'alt_text' | 'disclosure';

/** A check, or one that an extension of the server adds: `recipes/allergensNamed`. */
export type RuleCheck = BuiltInCheck | `${string}/${string}`;

/** A deterministic check; `fields` are those of `required_fields`. */
export interface PolicyRule {
  readonly check: RuleCheck;
  readonly fields?: readonly string[];
}

/** A policy: judged by an AI with instructions, by a person, or by checks. */
export interface PolicyDefinition {
  readonly key: string;
  readonly label?: string | null;
  readonly kind: ReviewKind;
  readonly instructions: string;
  /** Whether a person may also give the verdict of an AI policy. */
  readonly humanVerdict: boolean;
  readonly rules: readonly PolicyRule[];
}

/** A profile: the policies that a piece has to satisfy. */
export interface ProfileDefinition {
  readonly key: string;
  readonly label?: string | null;
  readonly requirements: readonly { readonly policyKey: string; readonly blocking: boolean }[];
}

/** An assignment: which pieces are governed, and by which profile. */
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

/** The response of `GET /contents/governance`. */
export interface GovernanceDefinitions {
  readonly effective: {
    readonly policies: readonly PolicyDefinition[];
    readonly profiles: readonly ProfileDefinition[];
    readonly assignments: readonly AssignmentDefinition[];
  };
  /** The stored ones; without `id` if the server omits it. */
  readonly persisted: GovernanceDefinitions['effective'];
}

/** The governance of a type and variant: `GET /contents/governance/resolve`. */
export interface GovernedState {
  readonly isGoverned: boolean;
  readonly factLinkingEnabled: boolean;
  readonly transparencyEnabled: boolean;
  readonly enforcePublishReadiness: boolean;
  readonly publicationProfileKey: string | null;
  readonly correctionProfileKey: string | null;
  /** The governed type that an ungoverned one differs from by a letter or a plural; absent from older servers. */
  readonly resembles?: string | null;
  readonly policies: readonly PolicyDefinition[];
  readonly profiles: readonly ProfileDefinition[];
}

/** Whether an AI gives the verdict of a policy of this kind. */
export function isJudgedByAi(kind: ReviewKind): boolean {
  return kind === 'facts' || kind === 'safety' || kind === 'custom';
}
