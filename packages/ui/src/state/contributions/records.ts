export type ContributionStatus = 'submitted' | 'quarantined' | 'needs_changes' | 'approved' | 'promoted' | 'rejected' | 'withdrawn';
export type ContributionAction = 'revise' | 'request-changes' | 'approve' | 'promote' | 'reject' | 'withdraw';
export type ContributionChannel = 'web' | 'email';
export type TrustLevel = 'standard' | 'trusted' | 'blocked';

/** Why a contribution was quarantined or rejected at intake. */
export interface IntakeReason {
  readonly code: string;
  readonly detail: string;
}

/** A contribution type, as shown to contributors: `GET /content-contributions/types/open`. */
export interface OpenContributionType {
  readonly key: string;
  readonly label?: string | null;
  readonly allowText: boolean;
  readonly allowFiles: boolean;
  readonly allowEmptyText: boolean;
  readonly maxFiles?: number;
  readonly maxTotalBytes?: number;
  readonly allowedMimePatterns?: readonly string[];
}

/** A contribution type with all settings; a stored one has an `id`. */
export interface ContributionType extends OpenContributionType {
  readonly id?: string;
  readonly rev?: number;
  readonly enabled: boolean;
  readonly allowedChannels: readonly ContributionChannel[];
  readonly openTo?: 'anyone' | 'members';
  readonly intakeRules: {
    readonly maxFiles?: number;
    readonly maxTotalBytes?: number;
    readonly allowedMimePatterns?: readonly string[];
    readonly quarantineTextPatterns?: readonly string[];
  };
  readonly promotion: {
    readonly targetContentType: string;
    readonly targetContentVariant?: string | null;
    readonly targetContentStatus?: 'draft' | 'review';
    readonly autoPromoteTrusted?: boolean;
    readonly createAssets?: boolean;
    readonly assetRelationship?: string;
  };
}

/** A contributor. */
export interface ContributorRecord {
  readonly id: string;
  readonly rev?: number;
  readonly email: string;
  readonly name: string | null;
  readonly trustLevel?: TrustLevel;
  readonly emailConfirmedAt?: string | null;
  readonly erasedAt?: string | null;
}

export interface ContributionRevision {
  readonly id: string;
  readonly revisionNumber: number;
  readonly title: string | null;
  /** Omitted in a contribution. */
  readonly body?: string;
  readonly created_at: string;
}

export interface ContributionAttachment {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  /** Of a picture, in pixels; null for other files. */
  readonly width?: number | null;
  readonly height?: number | null;
  /** The mail as it was received, kept because not all of it could be read. */
  readonly raw?: boolean;
  readonly suspect?: readonly string[];
  /** The revision that it belongs to. A file that a revision keeps is listed again with it. */
  readonly revisionId?: string;
}

/** A contribution. Lists omit text, revisions and files. */
export interface ContributionRecord {
  readonly id: string;
  readonly rev?: number;
  readonly contributionTypeKey: string;
  readonly status: ContributionStatus;
  readonly title: string | null;
  readonly body?: string;
  readonly receivedAt: string;
  readonly intakeReasons?: readonly IntakeReason[];
  readonly requestedChanges?: string | null;
  readonly editorNotes?: string | null;
  readonly promotedContentId?: string | null;
  readonly allowedActions?: readonly ContributionAction[];
  readonly contributor?: ContributorRecord | null;
  readonly revisions?: readonly ContributionRevision[];
  readonly attachments?: readonly ContributionAttachment[];
}

/** The submission of a form. */
export interface WebSubmission {
  readonly typeKey: string;
  readonly contributorEmail: string;
  readonly contributorName: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly File[];
}

/** The result of a submission: anonymous people only learn that it was received. */
export interface SubmitResult {
  readonly received?: boolean;
  readonly decision?: 'accept' | 'quarantine' | 'reject';
  readonly reasons?: readonly IntakeReason[];
}

/** Returns the files of a contribution as it is now: those of its latest revision. */
export function currentFilesOf({
  revisions = [],
  attachments = [],
}: Pick<ContributionRecord, 'revisions' | 'attachments'>): readonly ContributionAttachment[] {
  const [latest] = revisions.toSorted((one, other) => other.revisionNumber - one.revisionNumber);
  if (latest === undefined) return attachments;
  return attachments.filter(({ revisionId }) => revisionId === undefined || revisionId === latest.id);
}
