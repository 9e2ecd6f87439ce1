/**
 * The device grant as a pure state machine: the effect of an event on a login, and the response to its sender.
 *
 * Nothing here reads or writes. The store applies a transition by a conditional UPDATE on the state it starts from, so that of two
 * concurrent events one wins, and the other is evaluated again with the new state.
 */
export const LOGIN_STATUSES = ['pending', 'approved', 'consumed', 'expired'] as const;
export type LoginStatus = (typeof LOGIN_STATUSES)[number];

/** The parts of a login that the machine needs. Times are ISO 8601 in UTC with milliseconds, which sort as text. */
export interface LoginState {
  readonly status: LoginStatus;
  readonly expiresAt: string;
  /** The user who approved or denied it. */
  readonly userId: string | null;
  /** Set on an `expired` login that a user denied. */
  readonly deniedAt: string | null;
}

export type GrantEvent =
  | { readonly type: 'approve'; readonly userId: string; readonly at: string }
  | { readonly type: 'deny'; readonly userId: string; readonly at: string }
  | { readonly type: 'poll'; readonly at: string };

/**
 * The response to an event. `unknown` is one response for a code that does not exist, has expired, or was decided by another user:
 * distinguishing these would tell a stranger something.
 */
export type GrantOutcome = 'pending' | 'approved' | 'denied' | 'expired' | 'gone' | 'unknown';

/** The effect of a change on the terminal's session. */
type SessionEffect = 'mint' | 'exchange' | 'revoke';

export interface StateChange {
  readonly from: LoginStatus;
  readonly to: LoginStatus;
  /** It ends because a user denied it. */
  readonly denied?: true;
}

export interface Transition {
  readonly outcome: GrantOutcome;
  /** Absent if the login is unchanged. */
  readonly change?: StateChange;
  readonly session?: SessionEffect;
}

/** Evaluates an event on a login. */
export function transition(login: LoginState, event: GrantEvent): Transition {
  switch (event.type) {
    case 'approve':
      return approve(login, event);
    case 'deny':
      return deny(login, event);
    case 'poll':
      return poll(login, event.at);
  }
}

function approve(login: LoginState, { userId, at }: { userId: string; at: string }): Transition {
  if (!isLive(login, at)) return { outcome: 'unknown' };
  if (login.status === 'pending') return { outcome: 'approved', change: { from: 'pending', to: 'approved' }, session: 'mint' };
  // The same user clicking twice, perhaps after the terminal has its token already, is not an error.
  if (login.userId === userId && login.status !== 'expired') return { outcome: 'approved' };
  return { outcome: 'unknown' };
}

function deny(login: LoginState, { userId, at }: { userId: string; at: string }): Transition {
  if (login.status === 'pending' && isLive(login, at)) {
    return { outcome: 'denied', change: { from: 'pending', to: 'expired', denied: true } };
  }
  if (login.userId !== userId) return { outcome: 'unknown' };
  // An approval can be withdrawn until the terminal has its token; after that the session must be revoked.
  if (login.status === 'approved' && isLive(login, at)) {
    return { outcome: 'denied', change: { from: 'approved', to: 'expired', denied: true }, session: 'revoke' };
  }
  return { outcome: login.status === 'expired' && login.deniedAt !== null ? 'denied' : 'unknown' };
}

function poll(login: LoginState, at: string): Transition {
  if (!isOpen(login)) return { outcome: outcomeOf(login) };
  if (!isLive(login, at)) return expire(login);
  if (login.status === 'pending') return { outcome: 'pending' };
  return { outcome: 'approved', change: { from: 'approved', to: 'consumed' }, session: 'exchange' };
}

/** Expired: an approved login that was never fetched loses its session too. */
function expire(login: LoginState): Transition {
  const change = { from: login.status, to: 'expired' } as const;
  return login.status === 'approved' ? { outcome: 'expired', change, session: 'revoke' } : { outcome: 'expired', change };
}

function outcomeOf(login: LoginState): GrantOutcome {
  if (login.status === 'consumed') return 'gone';
  if (login.status === 'expired') return login.deniedAt === null ? 'expired' : 'denied';
  return login.status;
}

function isOpen(login: LoginState): boolean {
  return login.status === 'pending' || login.status === 'approved';
}

function isLive(login: LoginState, at: string): boolean {
  return login.expiresAt > at;
}
