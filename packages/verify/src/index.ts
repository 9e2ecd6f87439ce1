export type { AccountFault, AccountVerdict } from './verdict.ts';
export { verifyAccount } from './verify-account.ts';
export type { VerifyOptions } from './verify-account.ts';
