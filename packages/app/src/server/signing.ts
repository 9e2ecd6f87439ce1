import { join } from 'node:path';
import type { Database } from '@colophon/core';
import { openSigner, readOrMakeKeyFile, type Signer } from '@colophon/core/signing';
import type { Config } from '../settings/config.ts';
import { dataFolder } from '../settings/data-folder.ts';
import type { Application } from '../definition/application.ts';

/** The location of the private key, unless the settings contain it. */
export function signingKeyFile(config: Pick<Config, 'signingKeyFile' | 'dataDirectory'>): string {
  return config.signingKeyFile ?? join(dataFolder(config), 'signing-key');
}

/**
 * Opens the signing key of an application, creating it at the first start.
 *
 * @throws UsageError if the key is invalid, or was retired
 */
export async function openApplicationSigner<C extends Config>(
  application: Pick<Application<C>, 'signed'>,
  config: C,
  database: Database,
): Promise<Signer> {
  const signer = await openKey(config, database);
  application.signed?.(signer, config, database);
  return signer;
}

/** Opens the signing key without telling the application. @throws UsageError if the key is invalid, or was retired */
export function openKey(config: Config, database: Database): Promise<Signer> {
  return openSigner(database, () => config.signingKey ?? readOrMakeKeyFile(signingKeyFile(config)));
}
