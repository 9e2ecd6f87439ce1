import type { Database } from '@colophon/core';
import { SigningKeys } from '@colophon/core/signing';

/** Removes the signatures that were made with a key after it was revoked, which nobody accepts: what they signed can be signed again. */
export async function forgetRevokedSignatures(database: Database): Promise<void> {
  for (const { kid, revokedAt } of await new SigningKeys(database).list({ where: { revokedAt: { null: false } }, limit: 1000 })) {
    if (revokedAt === null) continue;
    const query = database.dialect.builder
      .updateTable('content_editions')
      .set({ kid: null, signature: null, signedAt: null, payloadVersion: null, addresses: null })
      .where('kid', '=', kid)
      .where('payloadVersion', '=', 3)
      .where('signedAt', '>=', Math.floor(Date.parse(revokedAt) / 1000));
    await database.run(query.compile());
  }
}
