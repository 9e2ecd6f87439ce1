import { collection, datetime, integer, object, text } from '@colophon/core';
import { LOGIN_STATUSES } from './machine.ts';

/**
 * One login attempt of a terminal. Only the SHA-256 of the device code is stored; the row is kept for a day after the attempt, so that a
 * late poll learns the outcome.
 *
 * No surface exposes it: it is only accessible through the device grant.
 */
export class DeviceLogin extends object(
  {
    deviceHash: text({ required: true, private: true }),
    userCode: text({ required: true, private: true }),
    status: text({ values: LOGIN_STATUSES, default: 'pending' }),
    clientName: text(),
    clientId: text(),
    address: text({ required: true }),
    addressKey: text({ required: true, description: 'The address in the form used for throttling.' }),
    agent: text(),
    expiresAt: datetime({ required: true }),
    pollSeconds: integer({ required: true }),
    pollAfter: datetime(),
    userId: text(),
    grantedTenantId: text(),
    sessionId: text(),
    approvedAt: datetime(),
    deniedAt: datetime(),
    consumedAt: datetime(),
  },
  {
    table: 'device_logins',
    kept: 'passing',
    api: false,
    mcp: false,
    cli: false,
    unique: [['deviceHash'], ['userCode']],
    indexes: [
      ['addressKey', 'status', 'expiresAt'],
      ['status', 'expiresAt'],
    ],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Attempts of terminals to log in.',
  },
) {}

export class DeviceLogins extends collection(DeviceLogin) {}
