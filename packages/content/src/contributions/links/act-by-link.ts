import {
  asApplication,
  type ContributionCollection,
  type ContributionFields,
  type ContributionRecord,
} from '../record/contribution-record.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';
import type { RevisionInput, WithdrawInput } from '../intake/inputs.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { reviseContribution } from '../submission/revise.ts';
import { allowedActions } from '../record/states.ts';
import { type NewContribution, submitContribution } from '../submission/submit.ts';
import { reserveLinkUse } from '../record/throttles.ts';
import { openContributionLink } from './contribution-link.ts';

/** The part of a contribution that its contributor can see. Whether intake quarantined or rejected it is not included. */
export interface LinkedContribution {
  readonly id: string;
  readonly status: 'received' | 'needs_changes' | 'approved' | 'promoted' | 'rejected' | 'withdrawn';
  readonly typeKey: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly body: string;
  readonly receivedAt: string | null;
  /** The changes requested by the editors, until they are made. */
  readonly note: string | null;
  readonly allowedActions: readonly ('revise' | 'withdraw')[];
}

/** A link: the id of its contribution, and its key. */
export interface Link {
  readonly id: string;
  readonly key: string;
}

/** Returns the contribution of a link, as its contributor sees it. @throws NotFoundError */
export async function readByLink(contributions: ContributionCollection, link: Link): Promise<LinkedContribution> {
  await reserveLinkUse(contributions.database, contributions.call);
  return forContributor(await openContributionLink(contributions, link));
}

/**
 * Checks a link before the request body is received: reserves its limit, and requires a valid link.
 *
 * @throws NotFoundError, TooManyAttemptsError
 */
export async function admitByLink(contributions: ContributionCollection, link: Link): Promise<void> {
  await reserveLinkUse(contributions.database, contributions.call);
  await openContributionLink(contributions, link);
}

/** Withdraws a contribution by its link, which `admitByLink` has checked. @throws NotFoundError, ConflictError */
export async function withdrawByLink(contributions: ContributionCollection, link: Link, input: WithdrawInput): Promise<LinkedContribution> {
  const contribution = await openContributionLink(contributions, { ...link, acts: true });
  return forContributor(await contribution.withdrawAction(input, asApplication(contributions).call));
}

/**
 * Replies to a contribution by its link: with a revision or, if it accepts none any more, with a new contribution that refers
 * to it. `admitByLink` has checked the link.
 *
 * @throws NotFoundError
 */
export async function answerByLink<C extends NewContribution>(
  contributions: ContributionCollection<C>,
  link: Link,
  { received = [], ...input }: RevisionInput & { readonly received?: readonly ReceivedAttachment[] },
): Promise<LinkedContribution> {
  const { database, call } = contributions;
  const contribution = await openContributionLink(contributions, { ...link, acts: true });
  if (allowedActions(contribution.status).includes('revise')) {
    const arrival = { received, senderProof: 'link', by: 'contributor' } as const;
    return forContributor(await reviseContribution(contribution, input, call, arrival));
  }
  const { email, name, userId, tenantId } = await new ContentContributors(database).require(contribution.contributorId);
  const { keepAttachments: _, ...texts } = input;
  const result = await submitContribution(
    contributions,
    { ...texts, typeKey: contribution.contributionTypeKey },
    { received, relatedTo: contribution.id, sender: { address: email, name, userId, tenantId, proof: 'link' } },
  );
  // A contribution rejected by intake accepts no revision; the response must not reveal this, so it looks like a success.
  if (statusForContributor(contribution) === 'received')
    return forContributor(await keepSent(asApplication(contributions), contribution.id, texts));
  return forContributor(await asApplication(contributions).require(result.contribution.id));
}

/** Stores texts with a contribution that intake rejected, so that its link shows the latest text. */
function keepSent(
  contributions: ContributionCollection,
  id: string,
  { title, description, body }: RevisionInput,
): Promise<ContributionRecord> {
  const { database, call } = contributions;
  return database.transaction(async () => {
    const fresh = await contributions.require(id).then((each) => each.lockAndRead(call));
    return fresh.move({
      ...(title === undefined ? {} : { title: title?.trim() || null }),
      ...(description === undefined ? {} : { description: description?.trim() || null }),
      ...(body === undefined || body === null ? {} : { body }),
    });
  });
}

function forContributor(contribution: ContributionFields): LinkedContribution {
  const { id, title, description, body, receivedAt, contributionTypeKey: typeKey, requestedChanges } = contribution;
  const status = statusForContributor(contribution);
  const actions = (['revise', 'withdraw'] as const).filter((each) => allowedActions(contribution.status).includes(each));
  const note = status === 'needs_changes' ? requestedChanges : null;
  return {
    id,
    status,
    typeKey,
    title,
    description,
    body,
    receivedAt,
    note,
    allowedActions: status === 'received' ? ['revise', 'withdraw'] : actions,
  };
}

function statusForContributor({ status, intakeDecision, decidedBy }: ContributionFields): LinkedContribution['status'] {
  if (status === 'submitted' || status === 'quarantined') return 'received';
  return status === 'rejected' && intakeDecision === 'reject' && decidedBy === null ? 'received' : status;
}
