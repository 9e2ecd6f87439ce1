import { join } from 'node:path';
import { configureContentCredentials } from '@colophon/content';
import type { Database } from '@colophon/core';
import { openSigner, readOrMakeKeyFile, type Signer } from '@colophon/core/signing';
import { type Config, DATA_DIRECTORY } from '../config/load-config.ts';
import { configureSites } from './sites.ts';

/** The location of the private key, unless it is provided by `NEWSROOM_SIGNING_KEY`. */
export function signingKeyFile({ signingKeyFile: file }: Pick<Config, 'signingKeyFile'>): string {
  return file ?? join(DATA_DIRECTORY, 'signing-key');
}

/**
 * Opens Newsroom's signing key, creating it at the first start, and signs the accounts of published pieces with it.
 *
 * @throws UsageError if the key is invalid, or was retired
 */
export async function configureSigning(config: Config, database: Database): Promise<Signer> {
  const { signingKey, baseUrl } = config;
  configureSites(config);
  const signer = await openSigner(database, () => signingKey ?? readOrMakeKeyFile(signingKeyFile(config)));
  // A signed account contains the public address of the piece.
  configureContentCredentials({ signer, baseUrl });
  return signer;
}
