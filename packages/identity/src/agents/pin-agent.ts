import { type Database, MalformedError } from '@colophon/core';
import { hostOfDocument, isClientDocumentUrl, readClientDocument } from './client-document.ts';
import { type OAuthClient, OAuthClients } from './oauth-client.ts';

/**
 * Names a client whose metadata document the operator has: it is never fetched, so that a server without a way to the internet knows it too.
 *
 * @throws MalformedError for an address that is none of a metadata document
 * @throws OAuthError for a document that is not valid
 */
export async function pinAgent(database: Database, { url, document }: { url: string; document: string }): Promise<OAuthClient> {
  if (!isClientDocumentUrl(url)) {
    throw new MalformedError(`${url.slice(0, 200)} is not the address of a metadata document, such as https://agent.example/client.json.`);
  }
  const values = { ...readClientDocument(url, document), kind: 'pinned' as const, host: hostOfDocument(url), blockedAt: null };
  return database.transaction(async () => {
    await database.lock(`oauth-client:${url}`);
    const clients = new OAuthClients(database);
    const present = await clients.find({ clientId: url });
    return present ? Object.assign(present, values).save() : clients.add({ ...values, clientId: url });
  });
}
