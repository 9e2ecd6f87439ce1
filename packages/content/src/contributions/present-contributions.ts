import { type Call, type Database, hasRole, type Presented } from '@colophon/core';
import { ContentContributionRevisions } from './record/content-contribution-revision.ts';
import type { ContributionStatus } from './record/enumerations.ts';
import { forContributor } from './record/for-contributor.ts';
import { ContentContributionAttachments } from './files/content-contribution-attachment.ts';
import { ContentContributors } from './people/content-contributor.ts';
import { contributionReplyAddress } from './mail/recipients.ts';
import { allowedActions, type ContributionAction } from './record/states.ts';

/** The actions of a contributor on their own contribution. */
const OWN_ACTIONS: readonly ContributionAction[] = ['revise', 'withdraw'];

/**
 * Adds to contributions in responses: to each the allowed actions, and to a complete one also
 * its contributor, revisions and files, by one query each.
 */
export async function presentContributions(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const isEditor = hasRole(call.caller, 'editor');
  const added = records.map((record): Presented => {
    const status = record['status'] as ContributionStatus | undefined;
    const actions = status === undefined ? undefined : allowedActions(status).filter((each) => isEditor || OWN_ACTIONS.includes(each));
    // Editors' notes are internal; requested changes are in `requestedChanges`.
    return { ...(actions ? { allowedActions: actions } : {}), ...(isEditor ? {} : forContributor(record)) };
  });
  const [only] = records;
  // Lists omit the body, so a record with a body is complete.
  if (records.length !== 1 || !only || !Object.hasOwn(only, 'body') || !Object.hasOwn(only, 'id')) return added;
  return [{ ...added[0], ...(await readParts(database, only, isEditor)) } as Presented];
}

interface Placed {
  readonly tenantId: string | null;
  readonly contributionTypeKey: string;
}

/** Anyone who can read the contribution can read the records that belong to it. */
async function readParts(database: Database, record: Presented, isEditor: boolean): Promise<Record<string, unknown>> {
  const { id, contributorId, ...parts } = record;
  const of = { where: { contributionId: String(id) }, limit: 1000, count: 'none' as const };
  // The trust level is not visible to contributors.
  const fields = isEditor ? {} : { fields: ['id', 'name', 'email'] };
  const [contributor] = (await new ContentContributors(database).rows({ where: { id: String(contributorId) }, count: 'none', ...fields }))
    .items;
  const revisions = await new ContentContributionRevisions(database).rows({ ...of, orderBy: 'revisionNumber' });
  const attachments = await new ContentContributionAttachments(database).rows({ ...of, orderBy: 'created_at' });
  const replyAddress = isEditor ? await replyAddressOf(database, String(id), parts as unknown as Placed) : undefined;
  return {
    ...(replyAddress === undefined ? {} : { replyAddress }),
    contributor: contributor ?? null,
    revisions: isEditor ? revisions.items : revisions.items.map((each) => ({ ...each, ...forContributor(each) })),
    attachments: attachments.items,
  };
}

/** The address for the contributor's reply, which editors use as Reply-To. */
function replyAddressOf(database: Database, id: string, { tenantId, contributionTypeKey }: Placed): Promise<string | undefined> {
  return contributionReplyAddress({ database, id, tenantId, contributionTypeKey });
}
