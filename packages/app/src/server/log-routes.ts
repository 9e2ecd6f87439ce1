import type { Database } from '@colophon/core';
import { type OpenLog, type TransparencyLog, transparencyLog } from '@colophon/core/log';
import { LogError, parseTilePath } from '@colophon/verify';
import { Hono } from 'hono';

const HEADERS = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' };
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The transparency log for readers, mirrors and witnesses (C2SP tlog-tiles): its last head, its tiles and entries, its key, and proofs. The log that
 * is open is at `/log`; one before a restore stays at `/log/<number>`.
 */
export function logRoutes(database: Database): Hono {
  const routes = new Hono();
  routes.get('/log/*', async (context) => {
    const log = database.ports.use(transparencyLog);
    const path = new URL(context.req.url).pathname.slice('/log/'.length);
    const answer = log && (await answerOf(log, path, context.req.query('id')));
    return answer ?? new Response('There is nothing at this address of the log.\n', { status: 404, headers: { ...HEADERS, ...TEXT } });
  });
  return routes;
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

async function answerOf(log: TransparencyLog, path: string, id: string | undefined): Promise<Response | undefined> {
  const [, number, rest = path] = /^(\d{1,6})\/(.+)$/.exec(path) ?? [];
  const logs = await log.logs();
  const asked = number === undefined ? logs.at(-1) : logs.find((each) => each.number === Number(number));
  if (!asked) return undefined;
  if (rest === 'checkpoint') {
    const head = await log.head(asked.number);
    return head && new Response(head.note, { headers: { ...HEADERS, ...TEXT, 'Cache-Control': 'no-cache' } });
  }
  if (rest === 'key') return new Response(`${asked.vkey}\n`, { headers: { ...HEADERS, ...TEXT, 'Cache-Control': 'no-cache' } });
  if (rest === 'proof') return proofOf(log, id);
  return tileOf(log, asked, rest);
}

/** @param id kind and id of what was logged, such as `edition.<content>.<number>` */
async function proofOf(log: TransparencyLog, id = ''): Promise<Response | undefined> {
  const [, kind, objectId] = /^([a-z]{1,40})\.(.{1,300})$/.exec(id) ?? [];
  const proof = kind === undefined || objectId === undefined ? undefined : await log.proof(kind, objectId);
  return proof && new Response(proof.text, { headers: { ...HEADERS, ...TEXT, 'Cache-Control': 'no-cache' } });
}

async function tileOf(log: TransparencyLog, { number }: OpenLog, path: string): Promise<Response | undefined> {
  try {
    const bytes = await log.tile(number, parseTilePath(path));
    const headers = { ...HEADERS, 'Content-Type': 'application/octet-stream', 'Cache-Control': IMMUTABLE };
    return bytes && new Response(Buffer.from(bytes), { headers });
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
