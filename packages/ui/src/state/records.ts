// The API's responses, as far as the components read them.

export type ContentStatus = 'draft' | 'review' | 'published' | 'archived' | 'deleted';
export type ContentState = 'active' | 'highlighted' | 'deprecated';
export type BodyFormat = 'markdown' | 'html';
export type CorrectionType = 'correction' | 'retraction' | 'update' | 'clarification';
export type ReviewStatus = 'accepted' | 'flagged' | 'rejected';
export type ReviewKind = 'facts' | 'safety' | 'custom' | 'human' | 'rule';
export type VersionKind = 'manual' | 'draft' | 'review' | 'publication' | 'correction' | 'auto-generated';
export type FactRelationship = 'supports' | 'contradicts' | 'referenced_in';
export type FactStatus = 'active' | 'disputed' | 'superseded' | 'retracted';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The state of a reference. */
export interface ReferenceDrift {
  readonly targetId: string;
  readonly citedVersion: number | null;
  readonly currentVersion: number | null;
  readonly isDrifted: boolean;
}

/** A staff member; the name may be unknown. */
export interface Person {
  readonly id: string;
  readonly name: string | null;
}

/** What a person may do with a record, as predicted by the server. */
export interface ContentPermissions {
  readonly update: boolean;
  readonly publish: boolean;
  readonly delete: boolean;
  readonly correct: boolean;
}

/** Additional members of a record for the staff of its tenant. If absent, the server's response decides. */
export interface StaffFields {
  /** Null if the application itself did it. */
  readonly createdBy?: Person | null;
  readonly updatedBy?: Person | null;
  readonly firstPublishedAt?: string | null;
  readonly can?: ContentPermissions;
}

/** A content record, as returned by `GET /contents/{id}`. */
export interface ContentRecord extends StaffFields {
  readonly id: string;
  readonly rev: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly tenantId: string | null;
  readonly type: string;
  readonly variant: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly body: string;
  readonly bodyFormat: BodyFormat;
  readonly slug: string;
  readonly context: string;
  readonly status: ContentStatus;
  readonly state: ContentState;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly url: string | null;
  readonly source: string | null;
  readonly publish_date: string | null;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  readonly metadata: JsonObject;
  readonly thumbnailAssetId: string | null;
  readonly references?: readonly ReferenceDrift[];
  /** For staff: what has changed since the publication, and readers do not get yet. */
  readonly changedSincePublication?: readonly PendingKind[];
}

/** What can change beside the text of a published piece. */
export type PendingKind = 'picture' | 'file' | 'fact' | 'reference' | 'tag';

/** A file that content uses. */
export interface AssetRecord {
  readonly id: string;
  readonly name: string;
  readonly altText?: string | null;
  readonly mimeType?: string | null;
  readonly size?: number | null;
  readonly url?: string | null;
  readonly fileUrl?: string | null;
  /** Who made the picture, as shown beside it; absent from servers that do not know it. */
  readonly credit?: string | null;
}

/** A finding of a review. */
export interface Finding {
  readonly severity: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly detail: string;
  readonly quote?: string;
  /** The position of the quote in the body, in UTF-16 units. */
  readonly start?: number;
  readonly end?: number;
  readonly suggestion?: string;
  readonly factId?: string;
  readonly key?: string;
}

/** Something that the answer of an AI used. */
export interface AnswerSource {
  readonly type: 'url' | 'document';
  readonly url: string | null;
  readonly title: string | null;
  /** Whether the answer refers to it; otherwise it was found only. */
  readonly cited: boolean;
}

/** A verdict on a piece under one policy. */
export interface Review {
  readonly id: string;
  readonly contentId: string;
  readonly policyKey: string;
  readonly kind: ReviewKind;
  readonly status: ReviewStatus;
  readonly summary: string;
  readonly findings: readonly Finding[];
  readonly reviewer: string;
  readonly model: string | null;
  /** What an AI used. */
  readonly sources?: readonly AnswerSource[] | null;
  readonly created_at: string;
}

/** The state of one requirement of a profile for a piece. */
export interface RequirementState {
  readonly policyKey: string;
  readonly label: string;
  readonly blocking: boolean;
  readonly status: ReviewStatus | null;
  readonly stale: boolean;
  readonly missing: boolean;
  readonly satisfied: boolean;
  readonly reason: string | null;
  readonly reviewId: string | null;
}

/** The readiness of a piece under a profile. */
export interface Readiness {
  readonly profileKey: string;
  readonly ready: boolean;
  readonly complete: boolean;
  readonly requirements: readonly RequirementState[];
  readonly blockingRequirements: readonly RequirementState[];
}

/** A correction, as shown to readers. */
export interface PublicCorrection {
  readonly id: string;
  readonly type: CorrectionType;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
}

/** A source of a fact. */
export interface FactSource {
  readonly title?: string;
  readonly url?: string;
  readonly note?: string;
}

/** What a program changed in a piece: the assistant, or one that a person has connected (`client`). */
export interface Assistance {
  readonly agent: string;
  readonly model?: string | null;
  readonly tool?: string;
  readonly client?: string;
  readonly host?: string | null;
  readonly actingFor?: { readonly name: string | null };
  readonly operations?: readonly string[];
  readonly fields: readonly string[];
  readonly approvedBy: string | null;
  readonly approvals: number;
  readonly first: string;
  readonly last: string;
}

/** The transparency report of a piece: `GET /contents/{id}/transparency`, or its preview. */
export interface Transparency {
  readonly snapshotKind: 'preview' | 'published';
  readonly generatedAt: string;
  readonly contentId: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly generation: { readonly aiAssisted: boolean | null; readonly model: string | null; readonly publicPrompt: string | null };
  /** What programs changed in the piece, and on whose approval. */
  readonly assistance?: readonly Assistance[];
  readonly responsiblePerson: string | null;
  readonly facts: readonly {
    readonly id: string;
    readonly statement: string;
    readonly status: string;
    readonly confidence: number | null;
    readonly relationship: string;
    readonly sources: readonly FactSource[];
    /** The id of the fact that replaced it. */
    readonly supersededBy: string | null;
  }[];
  readonly references: readonly (ReferenceDrift & { readonly title: string; readonly url: string | null })[];
  readonly reviews: readonly {
    readonly policyKey: string;
    readonly kind: string;
    readonly status: string;
    readonly summary: string;
    readonly reviewer: string;
    readonly judgedBy?: 'person' | 'rules' | 'ai';
    readonly model: string | null;
    readonly created_at: string;
  }[];
  readonly judgedByAIAlone?: readonly { readonly policyKey: string; readonly label: string; readonly model: string | null }[];
  readonly humanReview: { readonly reviewer: string; readonly policyKey: string; readonly created_at: string } | null;
  readonly corrections: readonly PublicCorrection[];
  readonly withdrawal: { readonly summary: string; readonly publishedAt: string } | null;
  readonly versions: readonly {
    readonly version: number;
    readonly kind: string;
    readonly summary: string | null;
    readonly created_at: string;
  }[];
  /** The version in which it is stored, once published. */
  readonly publicationVersion?: { readonly id: string; readonly version: number; readonly created_at: string };
}
