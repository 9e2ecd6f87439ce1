import { type Call, type Database, type Row, writeAudit } from '@colophon/core';
import { decodeRow, encodeRow, moment } from '../rows/rows.ts';
import { DeviceLogin } from './device-login.ts';
import { type GrantEvent, type GrantOutcome, type LoginState, type StateChange, type Transition, transition } from './machine.ts';

/** A login as it is stored. */
export interface StoredLogin extends LoginState {
  readonly id: string;
  readonly userCode: string;
  readonly clientName: string | null;
  readonly clientId: string | null;
  readonly address: string;
  readonly agent: string | null;
  readonly pollSeconds: number;
  readonly grantedTenantId: string | null;
  readonly sessionId: string | null;
  readonly created_at: string;
}

const COLUMNS = [
  'id',
  'userCode',
  'status',
  'clientName',
  'clientId',
  'address',
  'agent',
  'expiresAt',
  'pollSeconds',
  'userId',
  'deniedAt',
  'grantedTenantId',
  'sessionId',
  'created_at',
] as const;

/** The login with this user code, or whose device code has this hash: one read of a unique index. */
export async function findLogin(database: Database, by: { userCode: string } | { deviceHash: string }): Promise<StoredLogin | undefined> {
  const [column, value] = 'userCode' in by ? (['userCode', by.userCode] as const) : (['deviceHash', by.deviceHash] as const);
  const query = database.dialect.builder.selectFrom('device_logins').select(COLUMNS).where(column, '=', value);
  const row = await database.first(query.compile());
  return row && decodeRow<StoredLogin>(database, DeviceLogin.definition, row);
}

/** Effects of a state change on the login. */
type LoginValues = Partial<Pick<StoredLogin, 'userId' | 'grantedTenantId' | 'sessionId'>>;

export interface EventOptions {
  readonly call: Call;
  /** Columns set in the same statement. */
  readonly values?: LoginValues;
  /** Whether the event applies to this login at all; otherwise the login counts as unknown. */
  readonly mayChange?: (login: StoredLogin) => boolean;
  /** Runs in the transaction of the change, once this event has won. */
  readonly onChange?: (login: StoredLogin, effect: Transition['session']) => Promise<void>;
}

/**
 * Applies an event to a login: asks the state machine, and lets the database make the change only if the login is still in the state that
 * the machine used. An event that lost is evaluated again with the new state.
 *
 * Runs in a transaction, so the change and its effects are atomic.
 */
export async function applyEvent(
  database: Database,
  find: { userCode: string } | { deviceHash: string },
  event: GrantEvent,
  options: EventOptions,
): Promise<{ outcome: GrantOutcome; login: StoredLogin | undefined }> {
  return database.transaction(async () => {
    // A login changes state at most twice (pending, approved, consumed), so an event that lost that often finds a final state.
    for (let round = 0; round < 4; round += 1) {
      const login = await findLogin(database, find);
      if (!login || options.mayChange?.(login) === false) return { outcome: 'unknown', login: undefined };
      const { outcome, change, session } = transition(login, event);
      if (!change) return { outcome, login };
      if (!(await changeState(database, login, { change, at: event.at, values: options.values }))) continue;
      await auditChange(database, login, { change, call: options.call, values: options.values });
      await options.onChange?.(login, session);
      return { outcome, login };
    }
    throw new Error('A login changed more often than it has states.');
  });
}

async function changeState(
  database: Database,
  login: StoredLogin,
  { change, at, values }: { change: StateChange; at: string; values: LoginValues | undefined },
): Promise<boolean> {
  const { builder } = database.dialect;
  const stamps: Row = {
    ...(change.to === 'approved' ? { approvedAt: at } : {}),
    ...(change.to === 'consumed' ? { consumedAt: at } : {}),
    ...(change.denied ? { deniedAt: at } : {}),
  };
  const set = encodeRow(database, DeviceLogin.definition, { ...values, ...stamps, status: change.to, updated_at: at });
  let query = builder
    .updateTable('device_logins')
    .set(set)
    .set((each) => ({ rev: each('rev', '+', 1) }))
    .where('id', '=', login.id)
    .where('status', '=', change.from);
  // The database checks the time once more: nothing is approved or exchanged after expiry.
  if (change.to !== 'expired') query = query.where('expiresAt', '>', moment(database, new Date(at)));
  const changed = await database.all(query.returning('id').compile());
  return changed.length === 1;
}

async function auditChange(
  database: Database,
  login: StoredLogin,
  { change, call, values }: { change: StateChange; call: Call; values: LoginValues | undefined },
): Promise<void> {
  const names = { approved: 'approve', consumed: 'exchange', expired: change.denied ? 'deny' : 'expire', pending: 'start' } as const;
  await writeAudit(database, call, {
    action: names[change.to],
    definition: DeviceLogin.definition,
    key: login.id,
    before: { status: change.from },
    after: { status: change.to, address: login.address, ...values },
  });
}
