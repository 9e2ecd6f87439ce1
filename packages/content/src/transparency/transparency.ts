import type { PictureOrigin } from '../assets/picture-origins.ts';
import type { PublicCorrection } from '../corrections/read-corrections.ts';
import type { ReferenceDrift } from '../references/drift.ts';

/** What a reader may know about how a piece came to be: live in a preview, frozen in the version of a publication. */
export interface Transparency {
  readonly snapshotKind: 'preview' | 'published';
  readonly generatedAt: string;
  readonly contentId: string;
  readonly type: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly url: string | null;
  readonly publicationProfileKey: string | null;
  /** Whether and how AI had a part; null of `aiAssisted` is that nobody has said so. */
  readonly generation: { readonly aiAssisted: boolean | null; readonly model: string | null; readonly publicPrompt: string | null };
  /** How the pictures that it uses came to be; absent from accounts frozen before it was kept. */
  readonly pictures?: readonly PictureOrigin[];
  /** Who answers for it: `metadata.responsiblePerson`, else the person whose verdict it was published on. */
  readonly responsiblePerson: string | null;
  readonly facts: readonly {
    readonly id: string;
    readonly statement: string;
    readonly status: string;
    readonly confidence: number | null;
    readonly relationship: string;
    readonly sources: unknown;
    /** The fact that took its place since it was linked. */
    readonly supersededBy: string | null;
  }[];
  readonly references: readonly (ReferenceDrift & { readonly title: string; readonly url: string | null })[];
  /** The review of each policy that counts: the verdict, and who or what gave it. */
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
  /** The policies that would have held the piece back, and that only an AI judged it under. */
  readonly judgedByAIAlone: readonly { readonly policyKey: string; readonly label: string; readonly model: string | null }[];
  /** A person looked at it and accepted it. */
  readonly humanReview: { readonly reviewer: string; readonly policyKey: string; readonly created_at: string } | null;
  readonly corrections: readonly PublicCorrection[];
  /** It was retracted: what readers are to be told before anything else. */
  readonly withdrawal: { readonly summary: string; readonly publishedAt: string } | null;
  readonly versions: readonly {
    readonly version: number;
    readonly kind: string;
    readonly summary: string | null;
    readonly created_at: string;
  }[];
}
