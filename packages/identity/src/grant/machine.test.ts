import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GrantEvent, type LoginState, LOGIN_STATUSES, type LoginStatus, transition } from './machine.ts';

const START = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T10:05:00.000Z';
const END = '2026-11-21T10:10:00.000Z';
const AFTER = '2026-11-21T10:10:00.001Z';

const login = (status: LoginStatus, more: Partial<LoginState> = {}): LoginState => ({
  status,
  expiresAt: END,
  userId: status === 'approved' || status === 'consumed' ? 'ada' : null,
  deniedAt: null,
  ...more,
});
const denied = login('expired', { userId: 'ada', deniedAt: START });
const approve = (userId = 'ada', at = LATER): GrantEvent => ({ type: 'approve', userId, at });
const deny = (userId = 'ada', at = LATER): GrantEvent => ({ type: 'deny', userId, at });
const poll = (at = LATER): GrantEvent => ({ type: 'poll', at });

describe('the device grant', () => {
  it.each<[string, LoginState, GrantEvent, ReturnType<typeof transition>]>([
    [
      'a pending login, approved, gets a session',
      login('pending'),
      approve(),
      { outcome: 'approved', change: { from: 'pending', to: 'approved' }, session: 'mint' },
    ],
    ['approving again changes nothing', login('approved'), approve(), { outcome: 'approved' }],
    ['approving again after the terminal has its token changes nothing', login('consumed'), approve(), { outcome: 'approved' }],
    ['another person approving sees an unknown code', login('approved'), approve('bob'), { outcome: 'unknown' }],
    ['another person approving a consumed login sees an unknown code', login('consumed'), approve('bob'), { outcome: 'unknown' }],
    ['an approval at the last instant is too late', login('pending'), approve('ada', END), { outcome: 'unknown' }],
    ['an expired login cannot be approved', login('expired'), approve(), { outcome: 'unknown' }],
    ['a denied login cannot be approved, not even by the same user', denied, approve(), { outcome: 'unknown' }],

    [
      'a pending login, denied, ends',
      login('pending'),
      deny(),
      { outcome: 'denied', change: { from: 'pending', to: 'expired', denied: true } },
    ],
    ['denying again changes nothing', denied, deny(), { outcome: 'denied' }],
    ['another person denying again sees an unknown code', denied, deny('bob'), { outcome: 'unknown' }],
    [
      'thinking better of an approval ends it with its session',
      login('approved'),
      deny(),
      { outcome: 'denied', change: { from: 'approved', to: 'expired', denied: true }, session: 'revoke' },
    ],
    ['another person cannot undo an approval', login('approved'), deny('bob'), { outcome: 'unknown' }],
    ['a consumed login cannot be denied', login('consumed'), deny(), { outcome: 'unknown' }],
    ['an expired login cannot be denied', login('pending'), deny('ada', AFTER), { outcome: 'unknown' }],

    ['a poll before the approval waits', login('pending'), poll(), { outcome: 'pending' }],
    [
      'the first poll after the approval consumes it',
      login('approved'),
      poll(),
      { outcome: 'approved', change: { from: 'approved', to: 'consumed' }, session: 'exchange' },
    ],
    ['a poll of a consumed login gets `gone`', login('consumed'), poll(), { outcome: 'gone' }],
    ['so is one after its time', login('consumed'), poll(AFTER), { outcome: 'gone' }],
    ['a poll of a denied login gets `denied`', denied, poll(), { outcome: 'denied' }],
    ['a poll of a denied login gets `denied` even after expiry', denied, poll(AFTER), { outcome: 'denied' }],
    [
      'a poll after the end expires a pending login',
      login('pending'),
      poll(AFTER),
      { outcome: 'expired', change: { from: 'pending', to: 'expired' } },
    ],
    [
      'a poll after the end expires an approved one, and its session',
      login('approved'),
      poll(AFTER),
      { outcome: 'expired', change: { from: 'approved', to: 'expired' }, session: 'revoke' },
    ],
    ['a poll of an expired login gets `expired`', login('expired'), poll(), { outcome: 'expired' }],
  ])('%s', (_what, state, event, expected) => {
    expect(transition(state, event)).toEqual(expected);
  });
});

/** Applies a transition as the store does. */
function after(state: LoginState, event: GrantEvent): LoginState {
  const { change } = transition(state, event);
  if (!change) return state;
  const userId = event.type === 'poll' ? state.userId : event.userId;
  return { ...state, status: change.to, userId, deniedAt: change.denied ? event.at : state.deniedAt };
}

const event = fc.oneof(
  fc.record({
    type: fc.constantFrom('approve' as const, 'deny' as const),
    userId: fc.constantFrom('ada', 'bob'),
    at: fc.constantFrom(START, LATER, END, AFTER),
  }),
  fc.record({ type: fc.constant('poll' as const), at: fc.constantFrom(START, LATER, END, AFTER) }),
);

describe('a login, after any events in any order', () => {
  const story = fc.array(event, { maxLength: 12 });
  const rank = (status: LoginStatus): number => ({ pending: 0, approved: 1, consumed: 2, expired: 2 })[status];

  it('makes only transitions from its current state, and never returns to an earlier one', () => {
    fc.assert(
      fc.property(story, (events) => {
        let state = login('pending');
        for (const each of events) {
          const { change } = transition(state, each);
          if (change) expect(change.from).toBe(state.status);
          const nextState = after(state, each);
          expect(rank(nextState.status)).toBeGreaterThanOrEqual(rank(state.status));
          expect(LOGIN_STATUSES).toContain(nextState.status);
          state = nextState;
        }
      }),
    );
  });

  it('yields a token at most once, and only after a timely approval', () => {
    fc.assert(
      fc.property(story, (events) => {
        let state = login('pending');
        let tokens = 0;
        let approvedBy: string | undefined;
        for (const each of events) {
          const { session } = transition(state, each);
          if (session === 'mint' && each.type === 'approve') approvedBy = each.userId;
          if (session === 'exchange') {
            tokens += 1;
            expect(approvedBy).toBe(state.userId);
            expect(each.at < END).toBe(true);
          }
          state = after(state, each);
        }
        expect(tokens).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is pending only while it can still be approved', () => {
    fc.assert(
      fc.property(story, (events) => {
        let state = login('pending');
        for (const each of events) {
          const { outcome } = transition(state, each);
          if (outcome === 'pending') expect([each.type, state.status, each.at < END]).toEqual(['poll', 'pending', true]);
          state = after(state, each);
        }
      }),
    );
  });
});
