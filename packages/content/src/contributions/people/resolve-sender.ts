import { type Call, type Database, hasRole, makeCall, SYSTEM, ValidationError } from '@colophon/core';
import type { SenderProof } from '../enumerations.ts';
import { addressOfAccount } from './accounts.ts';
import { type ContentContributor, ContentContributors } from './content-contributor.ts';
import { normalAddress } from './email-address.ts';

/** Who sends something, as far as it is known. */
export interface Sender {
  readonly address: string;
  readonly name: string | null;
  readonly proof: SenderProof;
  /** The account, where it is theirs. */
  readonly userId: string | null;
  readonly tenantId: string | null;
}

/**
 * Finds out who sends something and what proves it: their account's own address, or the word of the application, of an editor
 * or of an API token. Anybody else may type any address.
 *
 * @throws ValidationError naming contributorEmail
 */
export async function resolveSender(
  { caller }: Call,
  { email, name, tenantId }: { email: string | undefined; name: string | null; tenantId: string | null },
): Promise<Sender> {
  const known = await addressOfAccount(caller);
  const own = known === undefined ? undefined : normalAddress(known);
  if (email === undefined && own === undefined)
    throw ValidationError.of([{ pointer: '/contributorEmail', code: 'required', detail: 'must say where the contributor is reached' }]);
  const address = email === undefined ? String(own) : normalAddress(email);
  if (address === own) return { address, name, tenantId, proof: 'account', userId: caller.id };
  const speaksForOthers =
    caller.kind === 'system' || (caller.kind === 'token' && hasRole(caller, 'contributor')) || hasRole(caller, 'editor');
  return { address, name, tenantId, proof: speaksForOthers ? 'application' : 'none', userId: null };
}

/**
 * The contributor with this address in the tenant, made when there is none; nobody else makes or erases them until the ambient
 * transaction ends. A profile that is there changes only on the word of somebody who is proved to be them.
 */
export async function resolveContributor(database: Database, call: Call, sender: Sender): Promise<ContentContributor> {
  const { address: email, tenantId, name, userId, proof } = sender;
  // Two who send at once are one person.
  await database.lock(`contributor ${tenantId ?? ''} ${email}`);
  // Strangers may not write contributors: that one is made is the doing of the application.
  const contributors = new ContentContributors(database, makeCall({ ...call, caller: SYSTEM }));
  const known = await contributors.find({ tenantId, email });
  const found = known && (await contributors.getForUpdate(known.id));
  // Erased while we waited for them: whoever sends now is somebody new.
  if (!found || found.erasedAt !== null) return contributors.add({ tenantId, email, name, userId });
  if (proof === 'none') return found;
  if (userId !== null) found.userId = userId;
  if (name !== null && (found.name === null || proof !== 'application')) found.name = name;
  return found.save();
}
