export { issuerDocument, publicKeySet } from './key-documents.ts';
export type { DatedJwk, KeySet } from './key-documents.ts';
export { readOrMakeKeyFile, replaceKeyFile } from './key-file.ts';
export { makePrivateKey, readPrivateKey, SIGNING_ALGORITHM } from './private-key.ts';
export type { PrivateKey, PublicJwk } from './private-key.ts';
export { registerKey } from './register-key.ts';
export { openSigner } from './signer.ts';
export type { Signed, SignedType, Signer } from './signer.ts';
export { SigningKey, SigningKeys } from './signing-key.ts';
