import { type Call, type Caller, type Filter, NOTHING, where } from '@colophon/core';

/** Returns the participant of a chat: `user:<id>` or `token:<id>`. The chats of a token are not visible to its creator. */
export function participantOf({ kind, id }: Caller): string | undefined {
  return (kind === 'user' || kind === 'token') && id !== null ? `${kind}:${id}` : undefined;
}

/** Chats are private: rows are visible to their participant only, not to editors or admins. */
export function ownChat({ caller }: Call): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  const participant = participantOf(caller);
  return participant === undefined ? NOTHING : where('participant', 'eq', participant);
}

/** For rows written by operations and read by their participant. */
export const chatAccess = { read: 'viewer', create: 'nobody', update: 'nobody', delete: 'nobody', visible: ownChat } as const;

/** Common options of all chat tables: they can be listed and read only. */
export const chatTable = {
  tenant: true,
  api: { include: ['list', 'get'] },
  mcp: false,
  cli: { include: ['list', 'get'] },
  access: chatAccess,
} as const;
