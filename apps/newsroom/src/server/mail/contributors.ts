import { type ContentContribution, ContentContributions, ContentContributors } from '@colophon/content';
import type { MailContext, MailEvent, MailKind, MailNotice, MailRecipient } from '@colophon/mail';

const PREFIX = 'contributor:';

/** How a kind of mail finds the sender of a contribution, and checks when it is sent that they still exist. */
export function toContributor(isTold: (contribution: ContentContribution) => boolean = () => true): Pick<MailKind, 'find' | 'check'> {
  return {
    async find({ objectId, tenantId }: MailEvent, context) {
      const contribution = await new ContentContributions(context.database).get(objectId);
      if (!contribution || contribution.erasedAt !== null || !isTold(contribution)) return [];
      return [(await contributorNow(contribution.contributorId, tenantId, context)) ?? []].flat();
    },
    check: (key, tenantId, context) => contributorNow(key.slice(PREFIX.length), tenantId, context),
  };
}

/** The contribution of a mail, in its current state; undefined if it is deleted, erased, or has another status. */
export async function contributionOf(
  { data }: MailNotice,
  { database }: MailContext,
  statuses: readonly string[],
): Promise<ContentContribution | undefined> {
  const { objectId } = data;
  const stored = typeof objectId === 'string' ? await new ContentContributions(database).get(objectId) : undefined;
  return stored && stored.erasedAt === null && statuses.includes(stored.status) ? stored : undefined;
}

async function contributorNow(id: string, tenantId: string | null, { database }: MailContext): Promise<MailRecipient | undefined> {
  const contributor = await new ContentContributors(database).get(id);
  if (!contributor || contributor.tenantId !== tenantId || contributor.erasedAt !== null || contributor.trustLevel === 'blocked')
    return undefined;
  const isConfirmed = contributor.emailConfirmedAt !== null || (await isAuthenticated(id, { database }));
  return { key: `${PREFIX}${id}`, address: contributor.email, isConfirmed };
}

/** Whether anything from the contributor is authenticated: otherwise anybody may have typed the address. */
async function isAuthenticated(contributorId: string, { database }: Pick<MailContext, 'database'>): Promise<boolean> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select('id')
    .where('contributorId', '=', contributorId)
    .where('senderProof', 'in', ['account', 'link', 'dmarc'])
    .limit(1);
  return (await database.first(query.compile())) !== undefined;
}
