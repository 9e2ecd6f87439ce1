const BASE = 'http://local.invalid';
/** A request of a program for access is a path of some length. */
const LONGEST = 4000;

/** Validates a path of this application to continue at; anything that could lead elsewhere becomes the fallback. */
export function localPath(path: string | null | undefined, fallback = '/account'): string {
  if (path === null || path === undefined || !path.startsWith('/') || path.length > LONGEST || !URL.canParse(path, BASE)) return fallback;
  const url = new URL(path, BASE);
  return url.origin === BASE ? `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}` : fallback;
}
