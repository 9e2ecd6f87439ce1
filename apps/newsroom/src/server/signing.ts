import { join } from 'node:path';
import type { Database } from '@colophon/core';
import { openSigner, readOrMakeKeyFile, type Signer } from '@colophon/core/signing';
import { type Config, DATA_DIRECTORY } from '../config/load-config.ts';

/** The location of the private key, unless it is provided by `NEWSROOM_SIGNING_KEY`. */
export function signingKeyFile({ signingKeyFile: file }: Pick<Config, 'signingKeyFile'>): string {
  return file ?? join(DATA_DIRECTORY, 'signing-key');
}

/**
 * Opens Newsroom's signing key, creating it at the first start.
 *
 * @throws UsageError if the key is invalid, or was retired
 */
export function openNewsroomSigner(config: Config, database: Database): Promise<Signer> {
  return openSigner(database, () => config.signingKey ?? readOrMakeKeyFile(signingKeyFile(config)));
}
