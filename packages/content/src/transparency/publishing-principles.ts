import { UsageError } from '@colophon/core';

let address: string | null = null;

/**
 * Says where this publisher explains how it works; every JSON-LD names it as `publishingPrinciples`. Null takes it away.
 *
 * @throws UsageError when it is no http or https address
 */
export function configurePublishingPrinciples(url: string | null): void {
  if (url !== null && !/^https?:\/\/\S+$/i.test(url)) throw new UsageError('publishingPrinciples must be an http or https address.');
  address = url;
}

export function publishingPrinciples(): string | null {
  return address;
}
