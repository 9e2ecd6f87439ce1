/** Hosts that mean this machine and nothing else. Other spellings, such as `localhost.` or `127.0.0.2`, do not count. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Tells whether a host name, as a parsed URL carries it, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}
