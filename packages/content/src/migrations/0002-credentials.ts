import { hash } from 'node:crypto';
import { carry, defineMigration, type MigratedRow } from '@colophon/core/migrations';
import { earlierVersionNumber } from '../editions/record/earlier-number.ts';

/** The columns that rows of all tables have. */
const SAME = ['id', 'contentId', 'tenantId', 'rev', 'created_at', 'updated_at'];

/** The signed accounts of versions become editions, each with its JWS as it is. */
export const credentialsToEditions = defineMigration({
  id: 'content/0002-credentials',
  steps: [
    carry('credentials', 'content_editions', {
      columns: Object.fromEntries([...SAME, 'versionId', 'kind', 'kid', 'jws'].map((name) => [name, name])),
      leaves: ['version'],
      set: editionOfCredential,
    }),
  ],
});

/** @throws SyntaxError if a JWS has no readable payload; nothing is carried then */
function editionOfCredential({ jws, version }: MigratedRow): MigratedRow {
  const [, payload = ''] = String(jws).split('.');
  const { validFrom, credentialSubject } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    validFrom: string;
    credentialSubject: { textDigest: string };
  };
  return {
    number: earlierVersionNumber(Number(version)),
    references: 0,
    textDigest: credentialSubject.textDigest,
    digest: `sha256:${hash('sha256', String(jws), 'hex')}`,
    publishedAt: validFrom,
    payloadVersion: 1,
    signedLate: false,
  };
}
