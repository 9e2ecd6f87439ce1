import { UsageError } from '../errors/errors.ts';
import type { KeySet } from '../signing/key-documents.ts';
import { SIGNING_ALGORITHM } from '../signing/private-key.ts';
import type { Database } from '../storage/database.ts';
import { AuditCheckpoints } from './audit-chain.ts';
import { CHECKPOINT_TYPE, type CheckpointStatement } from './checkpoints.ts';

const CLOCKS_DIFFER = 300;

/** The error for an invalid checkpoint. */
export class CheckpointError extends UsageError {}

/**
 * Verifies the signature of a checkpoint and returns its content.
 *
 * @throws CheckpointError if it was not signed by one of these keys while the key was in use, or is dated in the future
 */
export async function readCheckpoint(jws: string, { keys }: KeySet, now = new Date()): Promise<CheckpointStatement> {
  const { base64url, compactVerify, importJWK } = await import('jose');
  const fault = (reason: string): CheckpointError => new CheckpointError(`A checkpoint of the audit log ${reason}.`);
  // Decoders accept several encodings of the same bytes.
  if (!jws.split('.').every((part) => base64url.encode(base64url.decode(part)) === part)) throw fault('is damaged');
  const { payload, protectedHeader } = await compactVerify(
    jws,
    async ({ kid }) => {
      const known = keys.find((each) => each.kid === kid);
      if (!known) throw fault('is signed with an unknown key');
      return importJWK({ kty: 'OKP', crv: 'Ed25519', x: known.x }, SIGNING_ALGORITHM);
    },
    { algorithms: [SIGNING_ALGORITHM] },
  ).catch((error: unknown) => {
    throw error instanceof CheckpointError ? error : fault('was changed after it was signed');
  });
  const key = keys.find((each) => each.kid === protectedHeader.kid);
  const statement = JSON.parse(new TextDecoder().decode(payload)) as CheckpointStatement;
  if (protectedHeader.typ !== CHECKPOINT_TYPE || !isStatement(statement)) throw fault('is another kind of signed text');
  if (!key || statement.iat < key.iat || statement.iat > (key.exp ?? Infinity))
    throw fault('is dated to a time when its key was not in use');
  if (statement.iat > now.getTime() / 1000 + CLOCKS_DIFFER) throw fault('is dated in the future');
  return statement;
}

function isStatement({ chain, sequence, chainHash, iat }: Partial<CheckpointStatement>): boolean {
  return typeof chain === 'string' && Number.isInteger(sequence) && typeof chainHash === 'string' && Number.isInteger(iat);
}

/** A checkpoint as it is stored, with its signed form. */
export interface StoredCheckpoint extends Omit<CheckpointStatement, 'iat'> {
  readonly signedAt: string;
  readonly jws: string;
}

/** Yields the stored checkpoints. */
export async function* storedCheckpoints(database: Database): AsyncGenerator<StoredCheckpoint> {
  for (let after = ''; ;) {
    const found = await new AuditCheckpoints(database).list({ where: { id: { gt: after } }, orderBy: 'id', limit: 1000 });
    yield* found;
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
  }
}
