declare module 'proxy-from-env' {
  /** The proxy that the environment names for a URL, or an empty string. */
  export function getProxyForUrl(url: string): string;
}
