import type { PictureOrigin } from '../assets/picture-origins.ts';
import type { PublicCorrection } from '../corrections/read-corrections.ts';
import type { ReferenceDrift } from '../references/drift.ts';
import type { AgentAssistance } from './read-agent-assistance.ts';
import type { Assistance } from './read-assistance.ts';

/** The public account of how a piece was made: live in a preview, frozen in the version of a publication. */
export interface Transparency {
  readonly snapshotKind: 'preview' | 'published';
  readonly generatedAt: string;
  readonly contentId: string;
  readonly type: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly url: string | null;
  readonly publicationProfileKey: string | null;
  /** The involvement of AI; `aiAssisted` is null if nobody has stated it. */
  readonly generation: { readonly aiAssisted: boolean | null; readonly model: string | null; readonly publicPrompt: string | null };
  /** What programs changed in it, and on whose approval; absent from accounts frozen before this was recorded. */
  readonly assistance?: readonly (AgentAssistance | Assistance)[];
  /** The origins of the used images; absent from accounts frozen before this was recorded. */
  readonly pictures?: readonly PictureOrigin[];
  /** Who is responsible: `metadata.responsiblePerson`, else the person whose verdict it was published on. */
  readonly responsiblePerson: string | null;
  readonly facts: readonly {
    readonly id: string;
    readonly statement: string;
    readonly status: string;
    readonly confidence: number | null;
    readonly relationship: string;
    readonly sources: unknown;
    /** The fact that has superseded it since it was linked. */
    readonly supersededBy: string | null;
  }[];
  readonly references: readonly (ReferenceDrift & { readonly title: string; readonly url: string | null })[];
  /** The current review of each policy: the verdict, and who or what gave it. */
  readonly reviews: readonly {
    readonly policyKey: string;
    readonly kind: string;
    readonly status: string;
    readonly summary: string;
    readonly reviewer: string;
    readonly judgedBy: 'person' | 'rules' | 'ai';
    readonly model: string | null;
    readonly created_at: string;
  }[];
  /** The blocking policies that were judged only by an AI. */
  readonly judgedByAIAlone: readonly { readonly policyKey: string; readonly label: string; readonly model: string | null }[];
  /** Whether a person reviewed and accepted it. */
  readonly humanReview: { readonly reviewer: string; readonly policyKey: string; readonly created_at: string } | null;
  readonly corrections: readonly PublicCorrection[];
  /** The retraction, which readers must see first. */
  readonly withdrawal: { readonly summary: string; readonly publishedAt: string } | null;
  readonly versions: readonly {
    readonly version: number;
    readonly kind: string;
    readonly summary: string | null;
    readonly created_at: string;
  }[];
}
