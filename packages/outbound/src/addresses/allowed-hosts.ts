/** Private hosts opened by the operator by name, with their ports. */
export interface AllowedHosts {
  /** Whether private addresses of this host can be connected to at this port. */
  has(host: string, port: number): boolean;
  /** Whether an entry names this port, which opens it in addition to the default ports. */
  opensPort(host: string, port: number): boolean;
}

/**
 * Parses `host` and `host:port`; an IPv6 address is in brackets.
 *
 * @throws TypeError naming the invalid entry
 */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts {
  const hosts = new Set<string>();
  const withPort = new Set<string>();
  for (const entry of entries) {
    const [, port] = /:(\d{1,5})$/.exec(entry.replace(/^\[[^\]]*\]/, '')) ?? [];
    const host = hostOf(port === undefined ? entry : entry.slice(0, -port.length - 1));
    if (host === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
      throw new TypeError(`allowHosts: ${entry} is neither a host nor host:port.`);
    }
    if (port === undefined) hosts.add(host);
    else withPort.add(`${host}:${Number(port)}`);
  }
  return {
    has: (host, port) => hosts.has(host) || withPort.has(`${host}:${port}`),
    opensPort: (host, port) => withPort.has(`${host}:${port}`),
  };
}

function hostOf(text: string): string | undefined {
  if (!/^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)$/i.test(text)) return undefined;
  const url = URL.parse(`http://${text}/`);
  return url && url.pathname === '/' ? withoutTrailingDot(url.hostname) : undefined;
}

/** `example.com.` and `example.com` are the same host. */
export function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}
