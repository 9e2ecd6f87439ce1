const BASE = 'http://local.invalid';

/** Validates a path of this application to continue at; anything that could lead elsewhere becomes the fallback. */
export function localPath(path: string | null | undefined, fallback = '/account'): string {
  if (path === null || path === undefined || !path.startsWith('/') || path.length > 2000 || !URL.canParse(path, BASE)) return fallback;
  const url = new URL(path, BASE);
  return url.origin === BASE ? `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}` : fallback;
}
