import { hash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import { type SigningKey, SigningKeys } from '../signing/signing-key.ts';
import { loggedOf } from './is-logged.ts';
import type { LogSource, LogStatement } from './log-source.ts';

const KIND = 'key';
const MAXIMUM_KEYS = 1000;

/** The signing keys: each once when it came into use, once when it was retired, and once when it was revoked. */
export const loggedKeys: LogSource = {
  kind: KIND,
  async read(database, _after, log) {
    const keys = await new SigningKeys(database).list({ orderBy: 'notBefore,id', limit: MAXIMUM_KEYS });
    const all = keys.flatMap(statementsOf);
    const logged = await loggedOf(
      database,
      log,
      KIND,
      all.map(({ id }) => id),
    );
    return { statements: all.filter(({ id }) => !logged.has(id)), next: undefined };
  },
};

function statementsOf({ kid, publicJwk, notBefore, retiredAt, revokedAt }: SigningKey): LogStatement[] {
  return [
    { id: kid, digest: digestOf({ kid, publicJwk, notBefore }) },
    ...(retiredAt === null ? [] : [{ id: `${kid}.retired`, digest: digestOf({ kid, retiredAt }) }]),
    // It can be revoked again, as of an earlier time.
    ...(revokedAt === null ? [] : [{ id: `${kid}.revoked.${revokedAt}`, digest: digestOf({ kid, revokedAt }) }]),
  ];
}

function digestOf(value: unknown): string {
  return `sha256:${hash('sha256', canonicalJson(value), 'hex')}`;
}
