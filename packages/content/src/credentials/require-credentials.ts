import { type Database, UnavailableError } from '@colophon/core';
import { accountCredentials, type CredentialSettings } from '../record/account-credentials.ts';

/** Returns the settings for signing. @throws UnavailableError if accounts are not signed */
export function requireCredentials(database: Database): CredentialSettings {
  const settings = database.ports.use(accountCredentials);
  if (settings) return settings;
  throw new UnavailableError('Signing of accounts is not configured.', {
    extensions: { reason: 'signing' },
    hint: 'The application provides the port accountCredentials.',
  });
}
