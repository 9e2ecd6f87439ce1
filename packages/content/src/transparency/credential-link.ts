import { ACCOUNT_CREDENTIAL_MEDIA_TYPE } from '@colophon/contract';
import type { JsonObject } from '@colophon/core';

let addressOf: ((contentId: string) => string) | undefined;

/** Says where the signed account of a piece is; every JSON-LD names it as `subjectOf`. Undefined takes it away. */
export function linkCredentials(address: ((contentId: string) => string) | undefined): void {
  addressOf = address;
}

/** The member of a JSON-LD that names the signed account. */
export function credentialLink(contentId: string): JsonObject {
  if (!addressOf) return {};
  return { subjectOf: { '@type': 'DigitalDocument', encodingFormat: ACCOUNT_CREDENTIAL_MEDIA_TYPE, url: addressOf(contentId) } };
}
