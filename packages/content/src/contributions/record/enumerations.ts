/** The channel by which a contribution arrives. */
export const CONTRIBUTION_CHANNELS = ['web', 'email'] as const;
export type ContributionChannel = (typeof CONTRIBUTION_CHANNELS)[number];

/** The decision of intake. */
export const INTAKE_DECISIONS = ['accept', 'quarantine', 'reject'] as const;
export type IntakeDecision = (typeof INTAKE_DECISIONS)[number];

/** How far a contributor is trusted; trust applies within one tenant only. */
export const TRUST_LEVELS = ['standard', 'trusted', 'blocked'] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** The status of a contribution. */
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
 * How the sender was verified. `none`: anybody may have typed the address. `application`: the
 * application, an editor or an API token sent it on their behalf. `account`: they are signed in, with the account's own address.
 * `link`: they followed a link that was sent to the address. `dmarc`: the mail is signed by the domain of the address.
 */
export const SENDER_PROOFS = ['application', 'account', 'link', 'dmarc', 'none'] as const;
export type SenderProof = (typeof SENDER_PROOFS)[number];

/** The format of a contribution's text. */
export const TEXT_FORMATS = ['text', 'markdown'] as const;
