import { UsageError } from '@colophon/core';

let address: string | null = null;

/**
 * Configures the URL of the publishing principles, which JSON-LD contains as `publishingPrinciples`. Null removes it.
 *
 * @throws UsageError if it is not an http or https URL
 */
export function configurePublishingPrinciples(url: string | null): void {
  if (url !== null && !/^https?:\/\/\S+$/i.test(url)) throw new UsageError('publishingPrinciples must be an http or https address.');
  address = url;
}

export function publishingPrinciples(): string | null {
  return address;
}
