/**
 * The device grant as a pure state machine: what an event makes of a login, and what whoever caused it is told.
 *
 * Nothing here reads or writes. The store carries a transition out by a conditional UPDATE on the state that it starts
 * from, so that of two events at once the database lets one win, and the other is judged again by what it then finds.
 */
export const LOGIN_STATUSES = ['pending', 'approved', 'consumed', 'expired'] as const;
export type LoginStatus = (typeof LOGIN_STATUSES)[number];

/** What the machine needs to know of a login. Times are ISO 8601 in UTC with milliseconds, which sort as text. */
export interface LoginState {
  readonly status: LoginStatus;
  readonly expiresAt: string;
  /** Who approved or denied it. */
  readonly userId: string | null;
  /** Set on a login that is `expired` because a person said no. */
  readonly deniedAt: string | null;
}

export type GrantEvent =
  | { readonly type: 'approve'; readonly userId: string; readonly at: string }
  | { readonly type: 'deny'; readonly userId: string; readonly at: string }
  | { readonly type: 'poll'; readonly at: string };

/**
 * What whoever caused the event is told. `unknown` is one answer for a code that nobody has, that has expired, or that
 * somebody else decided: which of these it is would tell a stranger something.
 */
export type GrantOutcome = 'pending' | 'approved' | 'denied' | 'expired' | 'gone' | 'unknown';

/** What happens to the session of the terminal along with a change. */
type SessionEffect = 'mint' | 'exchange' | 'revoke';

export interface StateChange {
  readonly from: LoginStatus;
  readonly to: LoginStatus;
  /** It ends because a person said no. */
  readonly denied?: true;
}

export interface Transition {
  readonly outcome: GrantOutcome;
  /** Absent when the login stays as it is. */
  readonly change?: StateChange;
  readonly session?: SessionEffect;
}

/** Decides what an event makes of a login. */
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
  // The same person clicking twice, perhaps after the terminal has its token already, has done nothing wrong.
  if (login.userId === userId && login.status !== 'expired') return { outcome: 'approved' };
  return { outcome: 'unknown' };
}

function deny(login: LoginState, { userId, at }: { userId: string; at: string }): Transition {
  if (login.status === 'pending' && isLive(login, at)) {
    return { outcome: 'denied', change: { from: 'pending', to: 'expired', denied: true } };
  }
  if (login.userId !== userId) return { outcome: 'unknown' };
  // Thinking better of an approval works until the terminal has its token; after that the session is to be revoked.
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

/** Time has run out: what was approved and never fetched loses its session too. */
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
