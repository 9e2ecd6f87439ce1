import { type Call, type Database, hasRole, makeCall, SYSTEM, ValidationError } from '@colophon/core';
import type { SenderProof } from '../record/enumerations.ts';
import { addressOfAccount } from './accounts.ts';
import { type ContentContributor, ContentContributors } from './content-contributor.ts';
import { normalAddress } from './email-address.ts';

/** The sender of a submission, as far as known. */
export interface Sender {
  readonly address: string;
  readonly name: string | null;
  readonly proof: SenderProof;
  /** The account, if it belongs to the sender. */
  readonly userId: string | null;
  readonly tenantId: string | null;
}

/**
 * Determines the sender and the proof: the account's own address, or the statement of the application, an editor
 * or an API token. Anybody else can enter any address.
 *
 * @throws ValidationError naming contributorEmail
 */
export async function resolveSender(
  database: Database,
  { caller }: Call,
  { email, name, tenantId }: { email: string | undefined; name: string | null; tenantId: string | null },
): Promise<Sender> {
  const known = await addressOfAccount(database, caller);
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
 * Returns the contributor with this address in the tenant, creating it if needed, and locks it until the ambient
 * transaction ends. An existing profile is changed only if the sender is proved to be that person.
 */
export async function resolveContributor(database: Database, call: Call, sender: Sender): Promise<ContentContributor> {
  const { address: email, tenantId, name, userId, proof } = sender;
  // Two concurrent submissions belong to one person.
  await database.lock(`contributor ${tenantId ?? ''} ${email}`);
  // Anonymous callers cannot write contributors: the application creates them.
  const contributors = new ContentContributors(database, makeCall({ ...call, caller: SYSTEM }));
  const known = await contributors.find({ tenantId, email });
  const found = known && (await contributors.getForUpdate(known.id));
  // Erased while we waited for the lock: create a new person.
  if (!found || found.erasedAt !== null) return contributors.add({ tenantId, email, name, userId });
  if (proof === 'none') return found;
  if (userId !== null) found.userId = userId;
  if (name !== null && (found.name === null || proof !== 'application')) found.name = name;
  return found.save();
}
