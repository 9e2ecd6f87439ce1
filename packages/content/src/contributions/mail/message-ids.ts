import type { Database } from '@colophon/core';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ContributionFields } from '../record/contribution-record.ts';
import { hasContributionSecret, sign } from '../record/keys.ts';
import { inboundMail } from './inbound-mail-settings.ts';

/** Length of a signature in characters: 132 bits. */
const SIGNATURE = 22;
const OURS = /^c\.([0-9a-f-]{36})\.([\w-]{1,64})\.([\w-]{22})@/;

/**
 * Returns a `Message-ID` for a mail about a contribution, without angle brackets. A reply that has only this in `References` is
 * assigned to the contribution; only the reply address makes a reply a revision.
 *
 * @param nonce letters, digits, `-` and `_`, at most 64; the same nonce gives the same id, for a mail that is sent again
 * @returns undefined if incoming mail is not configured
 */
export async function contributionMessageId(
  database: Database,
  { id, tenantId }: Pick<ContributionFields, 'id' | 'tenantId'>,
  nonce: string = randomBytes(12).toString('base64url'),
): Promise<string | undefined> {
  const settings = database.ports.use(inboundMail);
  if (!settings || !hasContributionSecret(database)) return undefined;
  const domain = tenantId === null ? settings.domain : await settings.domainOfTenant?.(tenantId);
  return domain === undefined ? undefined : `c.${id}.${nonce}.${signatureOf(database, id, nonce)}@${domain}`;
}

/** Returns the contribution that a mail of ours was about, by its `Message-ID`; undefined for an id that is not ours. */
export function contributionOfMessageId(database: Database, messageId: string): string | undefined {
  const [, id = '', nonce = '', signature = ''] = OURS.exec(messageId) ?? [];
  if (id === '' || !hasContributionSecret(database)) return undefined;
  return timingSafeEqual(Buffer.from(signatureOf(database, id, nonce)), Buffer.from(signature)) ? id : undefined;
}

function signatureOf(database: Database, id: string, nonce: string): string {
  return sign(database, 'contribution message', `${id} ${nonce}`).slice(0, SIGNATURE);
}
