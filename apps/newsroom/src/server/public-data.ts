import type { MiddlewareHandler } from 'hono';

/** The paths of what verifies a piece: its account, its text, and the bytes of its pictures. Its keys and the log answer like this by themselves. */
const PATHS = ['/contents/:id/account', '/contents/:id/credential', '/contents/:id/credential/:part', '/assets/:id/file'];

/** Where `forEverySite` belongs. */
export const PUBLIC_DATA_PATHS: readonly string[] = ['/api/v1', '/api'].flatMap((mount) => PATHS.map((path) => mount + path));

/**
 * Lets pages of every site read an answer that anybody gets who asks without a cookie or a token, so that a piece can be checked from a page of somebody
 * else. Browsers withhold an answer with `*` from a request with credentials.
 */
export const forEverySite: MiddlewareHandler = async (context, next) => {
  await next();
  const { req, res } = context;
  const isAnonymous = req.header('authorization') === undefined && req.header('cookie') === undefined;
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  // A site that is named by the setting keeps its own name.
  if (isRead && isAnonymous && !res.headers.has('Access-Control-Allow-Origin')) res.headers.set('Access-Control-Allow-Origin', '*');
};
