import type { SecurityEvent } from './security-event.ts';

const CHANGES: Readonly<Record<string, string>> = {
  'app.added': 'An authenticator app was set up.',
  'app.removed': 'The authenticator app was removed.',
  'passkey.added': 'A passkey was added.',
  'passkey.removed': 'A passkey was removed.',
  'identity.added': 'An identity provider was linked.',
  'identity.removed': 'An identity provider was unlinked.',
  'codes.renewed': 'New recovery codes were made.',
};

/** An event as a sentence to the person whose account it is about. */
export function describeSecurityEvent({ kind, data }: Pick<SecurityEvent, 'kind' | 'data'>): string {
  const value = (name: string): string => (typeof data[name] === 'string' ? data[name] : '');
  const count = Number(data['count'] ?? 1);
  const times = count > 1 ? `, ${count} times within a minute` : '';
  switch (kind) {
    case 'signin.failed':
      return `Somebody tried to sign in and failed${times}.`;
    case 'signin.throttled':
      return `Somebody was stopped after too many attempts${times}.`;
    case 'signin.new_device':
      return `You signed in with a new browser: ${value('browser')}.`;
    case 'factor.failed':
      return `A wrong code was entered as the second factor${times}.`;
    case 'factor.changed':
      return CHANGES[value('change')] ?? 'The ways to sign in were changed.';
    case 'password.changed':
      return 'The password was changed.';
    case 'role.changed':
      return describeRole(data['from'], data['to']);
    case 'token.created':
      return `An API token with the role ${value('role')} was created.`;
    case 'token.used_from_new_network':
      return 'An API token was used from a new network.';
    case 'session.ended_by_admin':
      return 'An administrator signed you out everywhere.';
    case 'account.disabled':
      return 'The account was disabled.';
    case 'agent.connected':
      return `The agent ${value('name')} (${value('host')}) was connected.`;
    case 'agent.revoked':
      return `The agent ${value('name')} (${value('host')}) was disconnected.`;
    case 'key.rotated':
      return 'The signing key was changed.';
    case 'mode.changed':
      return 'The server was made read-only, or writable again.';
    case 'backup.restored':
      return 'A backup was restored.';
    case 'export.made':
      return 'An export was made.';
    case 'archive.made':
      return 'An archive was made.';
  }
}

function describeRole(from: unknown, to: unknown): string {
  if (typeof to !== 'string') return `The role ${String(from)} was removed.`;
  return typeof from === 'string' ? `The role was changed from ${from} to ${to}.` : `The role ${to} was given.`;
}

/** Who made a change, as its subject's page says it. */
export function changedBy({ data, userId }: Pick<SecurityEvent, 'data' | 'userId'>): string | undefined {
  const by = data['by'];
  if (typeof by !== 'string') return undefined;
  if (by === `user:${userId ?? ''}`) return 'by you';
  return by.startsWith('user:') ? 'by an administrator' : by.startsWith('token:') ? 'by an API token' : 'on the server';
}
