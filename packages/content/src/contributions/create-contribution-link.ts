import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { ContentContributions } from './content-contributions.ts';
import { type ContributionLink, makeContributionLink } from './links/contribution-link.ts';

/**
 * Creates the link of a contribution, to be sent only to the address of its contributor: its holder acts as the
 * contributor. It is valid for 90 days; creating it again restarts that period. Raising the contributor's epoch revokes all links.
 *
 * @throws NotFoundError if there is no such contribution, or its contributor was erased
 * @example
 * const { path } = await createContributionLink(database, contribution.id);
 * await sendMail(address, `https://news.example${path}`);
 */
export function createContributionLink(database: Database, id: string, call: Call = SYSTEM_CALL): Promise<ContributionLink> {
  return makeContributionLink(new ContentContributions(database, call), id);
}
