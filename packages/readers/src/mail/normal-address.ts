import { domainToASCII } from 'node:url';

const LOCAL = /^[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u;
const MAXIMUM_ADDRESS = 254;

/** Returns an address with its domain in ASCII and lower case; `undefined` if it is not a valid address of a contributor. */
export function normalAddress(address: string | undefined): string | undefined {
  const at = (address ?? '').lastIndexOf('@');
  if (address === undefined || at < 1) return undefined;
  const [local, domain] = [address.slice(0, at), domainToASCII(address.slice(at + 1)).toLowerCase()];
  const isDomain = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/.test(domain);
  const normal = `${local}@${domain}`;
  return isDomain && LOCAL.test(local) && normal.length <= MAXIMUM_ADDRESS ? normal : undefined;
}
