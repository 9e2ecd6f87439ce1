import { join } from 'node:path';
import { configureContentCredentials } from '@colophon/content';
import type { Database } from '@colophon/core';
import { openSigner, readOrMakeKeyFile, type Signer } from '@colophon/core/signing';
import { type Config, DATA_DIRECTORY } from '../config/load-config.ts';
import { configureSites } from './sites.ts';

/** Where the private key is, unless it is handed in by `NEWSROOM_SIGNING_KEY`. */
export function signingKeyFile({ signingKeyFile: file }: Pick<Config, 'signingKeyFile'>): string {
  return file ?? join(DATA_DIRECTORY, 'signing-key');
}

/**
 * Opens the key that Newsroom signs with, makes it at the first start, and has the accounts of what is published signed with it.
 *
 * @throws UsageError when the key is not usable, or was retired
 */
export async function configureSigning(config: Config, database: Database): Promise<Signer> {
  const { signingKey, baseUrl } = config;
  configureSites(config);
  const signer = await openSigner(database, () => signingKey ?? readOrMakeKeyFile(signingKeyFile(config)));
  // A signed account names the page that readers find the piece at.
  configureContentCredentials({ signer, baseUrl });
  return signer;
}
