import { ACCOUNT_CREDENTIAL_MEDIA_TYPE } from '@colophon/contract';
import type { JsonObject } from '@colophon/core';

let addressOf: ((contentId: string) => string) | undefined;

/** Configures the URL of signed accounts, which JSON-LD contains as `subjectOf`. Undefined removes it. */
export function linkCredentials(address: ((contentId: string) => string) | undefined): void {
  addressOf = address;
}

/** Returns the JSON-LD member that links the signed account. */
export function credentialLink(contentId: string): JsonObject {
  if (!addressOf) return {};
  return { subjectOf: { '@type': 'DigitalDocument', encodingFormat: ACCOUNT_CREDENTIAL_MEDIA_TYPE, url: addressOf(contentId) } };
}
