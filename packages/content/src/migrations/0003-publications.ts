import { hash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import { carry, defineMigration, type MigratedRow } from '@colophon/core/migrations';
import { jwsOf } from '../credentials/payloads/jws-of.ts';
import { publicationPayload } from '../credentials/payloads/publication-payload.ts';
import type { SignedAddresses } from '../editions/record/content-edition.ts';
import { earlierRevisionNumber } from '../editions/record/earlier-number.ts';

const SAME = ['id', 'contentId', 'tenantId', 'rev', 'created_at', 'updated_at'];
const OF_THE_ACCOUNT = ['revision', 'textDigest', 'place', 'publishedAt', 'kid', 'signature', 'signedAt', 'addresses'];

/** The publications of types that no assignment governed become editions, with the parts of their accounts as they are. */
export const publicationsToEditions = defineMigration({
  id: 'content/0003-publications',
  steps: [
    carry('content_publications', 'content_editions', {
      columns: Object.fromEntries([...SAME, ...OF_THE_ACCOUNT].map((name) => [name, name])),
      // The keys of both tables are those of the piece and a number.
      prefix: 'earlier.',
      set: editionOfPublication,
    }),
  ],
});

function editionOfPublication(row: MigratedRow): MigratedRow {
  const [contentId, textDigest, publishedAt] = ['contentId', 'textDigest', 'publishedAt'].map((name) => String(row[name])) as [
    string,
    string,
    string,
  ];
  const revision = Number(row['revision']);
  const [kid, signature, signedAt, addresses] = [row['kid'], row['signature'], row['signedAt'], row['addresses']];
  const isSigned = typeof kid === 'string' && typeof signature === 'string' && addresses !== null;
  const payload =
    isSigned && publicationPayload({ contentId, revision, textDigest, publishedAt }, addresses as SignedAddresses, Number(signedAt));
  const signed = payload ? jwsOf(payload, kid, signature) : canonicalJson({ contentId, revision, textDigest, publishedAt });
  return {
    number: earlierRevisionNumber(revision),
    kind: 'publication',
    references: 0,
    digest: `sha256:${hash('sha256', signed, 'hex')}`,
    payloadVersion: isSigned ? 2 : null,
    signedLate: false,
  };
}
