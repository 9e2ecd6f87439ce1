import { ACCOUNT_CREDENTIAL_HEADER, type AccountCredential } from '@colophon/contract';

const { alg, typ, cty } = ACCOUNT_CREDENTIAL_HEADER;

/**
 * Builds a JWS from its payload and its signature, in the form in which it was signed. Storing it whole would need more space than the text
 * of a short piece.
 *
 * @param kid as in the header: the thumbprint of the key, or the address of the verification method
 */
export function jwsOf(payload: AccountCredential, kid: string, signature: string): string {
  const parts = [{ alg, kid, typ, cty }, payload];
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), signature].join('.');
}

/** Returns the last part of a JWS. */
export function signatureOf(jws: string): string {
  return jws.slice(jws.lastIndexOf('.') + 1);
}
