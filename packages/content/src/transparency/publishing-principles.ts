import { port, UsageError } from '@colophon/core';

/** The URL of the publishing principles, which JSON-LD contains as `publishingPrinciples`; null for none. */
export const publishingPrinciples = port<string | null>('publishingPrinciples', null);

/** Returns the URL for the port `publishingPrinciples`. @throws UsageError if it is not an http or https URL */
export function principlesUrl(url: string | null): string | null {
  if (url !== null && !/^https?:\/\/\S+$/i.test(url)) throw new UsageError('publishingPrinciples must be an http or https address.');
  return url;
}
