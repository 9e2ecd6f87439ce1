import { type Call, type Database, makeCall, NotFoundError, SYSTEM, SYSTEM_CALL } from '@colophon/core';
import {
  asApplication,
  type ContributionCollection,
  type ContributionFields,
  type ContributionRecord,
} from '../record/contribution-record.ts';
import { sign } from '../record/keys.ts';
import { ContentContributors } from '../people/content-contributor.ts';
import { isSame } from '../record/is-same.ts';

/** A link with which a contributor without an account can follow, revise and withdraw one contribution. */
export interface ContributionLink {
  /** The value of `X-Contribution-Key`, or of `key` in the address of the page. */
  readonly key: string;
  /** The path of the page, with the key in it. */
  readonly path: string;
  readonly expiresAt: string;
}

const DAY_MS = 86_400_000;
const LIFE_DAYS = 90;

/** Makes the link of a contribution, or restarts its period. @throws NotFoundError if its contributor was erased */
export async function makeContributionLink(contributions: ContributionCollection, id: string): Promise<ContributionLink> {
  const { database, call } = contributions;
  return database.transaction(async () => {
    const contribution = await asApplication(contributions).getForUpdate(id);
    const contributor = contribution && (await new ContentContributors(database).get(contribution.contributorId));
    if (!contribution || !contributor || contributor.erasedAt !== null) throw noSuchLink();
    const sentAt = call.now();
    // Creating a link does not change the revision of the contribution, so that earlier reads stay current.
    const at = database.dialect.encode('datetime', sentAt.toISOString());
    await database.run(
      database.dialect.builder.updateTable('content_contributions').set({ linkSentAt: at }).where('id', '=', id).compile(),
    );
    const key = keyOf(database, contribution, contributor.linkEpoch);
    const path = `/contributions/${id}?key=${key}`;
    return { key, path, expiresAt: new Date(sentAt.getTime() + LIFE_DAYS * DAY_MS).toISOString() };
  });
}

/**
 * Returns the contribution of a link.
 *
 * @param acts whether the caller acts on it: this confirms the address, opening a link does not
 * @throws NotFoundError for any invalid link, whatever the reason
 */
export async function openContributionLink(
  contributions: ContributionCollection,
  { id, key, acts = false }: { id: string; key: string; acts?: boolean },
): Promise<ContributionRecord> {
  const { database, call } = contributions;
  const system = asApplication(contributions);
  const contribution = await system.get(id);
  const contributor = contribution && (await new ContentContributors(database, system.call).get(contribution.contributorId));
  if (!contribution || !contributor || contributor.erasedAt !== null) throw noSuchLink();
  // A link is valid only in its own tenant.
  if (contribution.tenantId !== call.caller.tenantId) throw noSuchLink();
  const sentAt = contribution.linkSentAt === null ? 0 : Date.parse(contribution.linkSentAt);
  if (!isSame(key, keyOf(database, contribution, contributor.linkEpoch)) || call.now().getTime() > sentAt + LIFE_DAYS * DAY_MS)
    throw noSuchLink();
  if (acts && contributor.emailConfirmedAt === null) {
    contributor.emailConfirmedAt = call.now().toISOString();
    await contributor.save();
  }
  return contribution;
}

/** Revokes all links of a contributor. */
export async function endContributionLinks(database: Database, contributorId: string, call: Call = SYSTEM_CALL): Promise<void> {
  const contributors = new ContentContributors(database, makeCall({ ...call, caller: SYSTEM }));
  await database.transaction(async () => {
    const contributor = await contributors.getForUpdate(contributorId);
    if (!contributor) throw new NotFoundError('There is no such contributor.');
    contributor.linkEpoch += 1;
    await contributor.save();
  });
}

function keyOf(database: Database, { id, contributorId }: ContributionFields, linkEpoch: number): string {
  return sign(database, 'contribution link', `contribution:${id}:${contributorId}:${linkEpoch}`);
}

function noSuchLink(): NotFoundError {
  return new NotFoundError('There is no such contribution, or the link to it has ended.');
}
