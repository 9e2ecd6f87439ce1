import { type Call, type Database, makeCall, NotFoundError, SYSTEM, SYSTEM_CALL } from '@colophon/core';
import type { ContentContribution } from '../content-contribution.ts';
import { ContentContributions } from '../content-contributions.ts';
import { sign } from '../keys.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { isSame } from './is-same.ts';

/** A link by which a contributor without an account follows one contribution, answers for it and takes it back. */
export interface ContributionLink {
  /** What is sent in `X-Contribution-Key`, or as `key` in the address of the page. */
  readonly key: string;
  /** The path of the page, with the key in it. */
  readonly path: string;
  readonly expiresAt: string;
}

const DAY_MS = 86_400_000;
const LIFE_DAYS = 90;

/**
 * Makes the link of a contribution, to be sent to the address of its contributor and to nobody else: whoever has it acts as
 * them. It holds for 90 days, and making it again starts them anew. Raising the contributor's epoch ends all their links.
 *
 * @throws NotFoundError when there is no such contribution, or its contributor was erased
 * @example
 * const { path } = await createContributionLink(database, contribution.id);
 * await sendMail(address, `https://news.example${path}`);
 */
export async function createContributionLink(database: Database, id: string, call: Call = SYSTEM_CALL): Promise<ContributionLink> {
  const system = makeCall({ ...call, caller: SYSTEM });
  return database.transaction(async () => {
    const contribution = await new ContentContributions(database, system).getForUpdate(id);
    const contributor = contribution && (await new ContentContributors(database).get(contribution.contributorId));
    if (!contribution || !contributor || contributor.erasedAt !== null) throw noSuchLink();
    const sentAt = call.now();
    // A link that goes out changes nothing of the contribution: whoever read it before still has it as it is.
    const at = database.dialect.encode('datetime', sentAt.toISOString());
    await database.run(
      database.dialect.builder.updateTable('content_contributions').set({ linkSentAt: at }).where('id', '=', id).compile(),
    );
    const key = keyOf(contribution, contributor.linkEpoch);
    const path = `/contributions/${id}?key=${key}`;
    return { key, path, expiresAt: new Date(sentAt.getTime() + LIFE_DAYS * DAY_MS).toISOString() };
  });
}

/**
 * The contribution that a link leads to.
 *
 * @param acts whether something is done with it: then the address is confirmed, which opening a link is not
 * @throws NotFoundError for any link that does not hold, whatever the reason
 */
export async function openContributionLink(
  database: Database,
  { id, key, acts = false }: { id: string; key: string; acts?: boolean },
  call: Call,
): Promise<ContentContribution> {
  const system = makeCall({ ...call, caller: SYSTEM });
  const contribution = await new ContentContributions(database, system).get(id);
  const contributor = contribution && (await new ContentContributors(database, system).get(contribution.contributorId));
  if (!contribution || !contributor || contributor.erasedAt !== null) throw noSuchLink();
  // A link of another tenant leads nowhere here.
  if (contribution.tenantId !== call.caller.tenantId) throw noSuchLink();
  const sentAt = contribution.linkSentAt === null ? 0 : Date.parse(contribution.linkSentAt);
  if (!isSame(key, keyOf(contribution, contributor.linkEpoch)) || call.now().getTime() > sentAt + LIFE_DAYS * DAY_MS) throw noSuchLink();
  if (acts && contributor.emailConfirmedAt === null) {
    contributor.emailConfirmedAt = call.now().toISOString();
    await contributor.save();
  }
  return contribution;
}

/** Ends all links that a contributor was ever sent. */
export async function endContributionLinks(database: Database, contributorId: string, call: Call = SYSTEM_CALL): Promise<void> {
  const contributors = new ContentContributors(database, makeCall({ ...call, caller: SYSTEM }));
  await database.transaction(async () => {
    const contributor = await contributors.getForUpdate(contributorId);
    if (!contributor) throw new NotFoundError('There is no such contributor.');
    contributor.linkEpoch += 1;
    await contributor.save();
  });
}

function keyOf({ id, contributorId }: ContentContribution, linkEpoch: number): string {
  return sign('contribution link', `contribution:${id}:${contributorId}:${linkEpoch}`);
}

function noSuchLink(): NotFoundError {
  return new NotFoundError('There is no such contribution, or the link to it has ended.');
}
