import { type Caller, type Database, isRole, type Role } from '@colophon/core';
import { decodeRow } from '../rows/rows.ts';
import { demandedRoles } from '../users/factors/demanded-roles.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import { idleEnd, idleLimitOf, useGrainOf } from './idle-limits.ts';
import { noteUse } from '../verdicts/note-use.ts';
import { Session, type SessionKind } from './session.ts';
import type { Verdict } from '../verdicts/verdict-cache.ts';

/** A valid session, with its user. */
export interface LiveSession {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly tenantId: string | null;
  /**
   * Null if the user has lost the tenant, or if their role there needs a second factor and this session has shown none: a browser can then
   * choose another tenant or show the factor, a terminal cannot continue.
   */
  readonly role: Role | null;
  readonly created_at: string;
  readonly expiresAt: string;
  readonly authenticatedAt: string;
  readonly accessEpoch: number;
  /** When a second factor was shown in it; null if none was. */
  readonly secondFactorAt: string | null;
  /** The provider identity with which it began, and the session there. */
  readonly identityId: string | null;
  readonly providerSession: string | null;
  /** When it ends unless it is used, in milliseconds since 1970; infinite without a limit. */
  readonly idleEnd: number;
  /** Whether only a second factor is missing. */
  readonly lacksFactor: boolean;
}

/**
 * The session whose secret has this hash, in one read: undefined if it is unknown, expired, revoked or unused for too long, or if the
 * account was disabled or all its access ended since.
 */
export async function readSession(
  database: Database,
  { kind, hash, now }: { kind: SessionKind; hash: string; now: Date },
): Promise<LiveSession | undefined> {
  const query = database.dialect.builder
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 's.userId').onRef('u.accessEpoch', '=', 's.accessEpoch'))
    .leftJoin('memberships as m', (join) =>
      join
        .onRef('m.userId', '=', 's.userId')
        .on((each) =>
          each.or([
            each('m.tenantId', '=', each.ref('s.tenantId')),
            each.and([each('m.tenantId', 'is', null), each('s.tenantId', 'is', null)]),
          ]),
        ),
    )
    .leftJoin('second_factor_rules as f', (join) =>
      join
        .onRef('f.role', '=', 'm.role')
        .on((each) =>
          each.or([
            each('f.tenantId', '=', each.ref('s.tenantId')),
            each.and([each('f.tenantId', 'is', null), each('s.tenantId', 'is', null)]),
          ]),
        ),
    )
    .select(['s.id as id', 's.userId as userId', 's.tenantId as tenantId', 's.created_at as created_at', 's.expiresAt as expiresAt'])
    .select([
      's.authenticatedAt as authenticatedAt',
      's.lastUsedAt as lastUsedAt',
      's.revokedAt as revokedAt',
      's.accessEpoch as accessEpoch',
      's.secondFactorAt as secondFactorAt',
      's.identityId as identityId',
      's.providerSession as providerSession',
    ])
    .select(['u.name as name', 'u.email as email', 'u.disabledAt as disabledAt', 'm.role as role', 'f.id as ruleId'])
    .where('s.hash', '=', hash)
    .where('s.kind', '=', kind);
  const row = await database.first(query.compile());
  if (!row || row['revokedAt'] !== null || row['disabledAt'] !== null) return undefined;
  const { ruleId, ...columns } = row;
  const session = decodeRow<LiveSession & { lastUsedAt: string | null }>(database, Session.definition, columns);
  if (session.expiresAt <= now.toISOString()) return undefined;
  const limit = idleLimitOf(database, kind);
  if (idleEnd({ lastUsedAt: session.lastUsedAt, createdAt: session.created_at }, limit) <= now.getTime()) return undefined;
  noteUse(database, { table: 'sessions', id: session.id, lastUsedAt: session.lastUsedAt, now, grain: useGrainOf(limit) });
  const isDemanded = ruleId !== null || (session.role !== null && database.ports.use(demandedRoles).includes(session.role));
  const lacksFactor = isDemanded && session.secondFactorAt === null;
  return { ...session, idleEnd: now.getTime() + limit, lacksFactor, role: isRole(session.role) && !lacksFactor ? session.role : null };
}

/**
 * Evaluates a session's secret for an API: without a role there is no result, since the user no longer belongs to the tenant. A terminal
 * that lacks the second factor required by the tenant gets an error that says so.
 */
export function readSessionVerdict(database: Database, kind: SessionKind) {
  return async (hash: string, now: Date): Promise<Verdict | undefined> => {
    const session = await readSession(database, { kind, hash, now });
    if (session?.lacksFactor && kind === 'cli') throw new SecondFactorRequiredError();
    if (!session || session.role === null) return undefined;
    const caller: Caller = { kind: 'user', id: session.userId, name: session.name, tenantId: session.tenantId, role: session.role };
    return { caller, lifetime: Math.min(Date.parse(session.expiresAt), session.idleEnd) - now.getTime() };
  };
}
