/** How a contribution comes in. */
export const CONTRIBUTION_CHANNELS = ['web', 'email'] as const;
export type ContributionChannel = (typeof CONTRIBUTION_CHANNELS)[number];

/** What intake makes of what comes in. */
export const INTAKE_DECISIONS = ['accept', 'quarantine', 'reject'] as const;
export type IntakeDecision = (typeof INTAKE_DECISIONS)[number];

/** How far a contributor is trusted; the trust of one tenant says nothing in another. */
export const TRUST_LEVELS = ['standard', 'trusted', 'blocked'] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** Where a contribution stands. */
export const CONTRIBUTION_STATUSES = [
  'submitted',
  'quarantined',
  'needs_changes',
  'approved',
  'promoted',
  'rejected',
  'withdrawn',
] as const;
export type ContributionStatus = (typeof CONTRIBUTION_STATUSES)[number];

/**
 * How it is known that the contributor themselves sent it. `none`: anybody may have typed the address. `application`: the
 * application, an editor or an API token sent it for them. `account`: they are signed in, and it is their account's address.
 * `link`: they followed a link that was sent to the address. `dmarc`: the mail is signed by the domain of the address.
 */
export const SENDER_PROOFS = ['application', 'account', 'link', 'dmarc', 'none'] as const;
export type SenderProof = (typeof SENDER_PROOFS)[number];

/** How the text of a contribution is written. */
export const TEXT_FORMATS = ['text', 'markdown'] as const;
