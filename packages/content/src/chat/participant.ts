import { type Call, type Caller, type Filter, NOTHING, where } from '@colophon/core';

/** Who takes part in a chat: `user:<id>` or `token:<id>`. What a token talked about is not its maker's to read. */
export function participantOf({ kind, id }: Caller): string | undefined {
  return (kind === 'user' || kind === 'token') && id !== null ? `${kind}:${id}` : undefined;
}

/** Chat is thinking aloud: rows are for their own participant alone, and for no editor or admin. */
export function ownChat({ caller }: Call): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  const participant = participantOf(caller);
  return participant === undefined ? NOTHING : where('participant', 'eq', participant);
}

/** Of rows that operations write, and their participant reads. */
export const chatAccess = { read: 'viewer', create: 'nobody', update: 'nobody', delete: 'nobody', visible: ownChat } as const;

/** What all tables of chat have in common: they are listed and read, and nothing else. */
export const chatTable = {
  tenant: true,
  api: { include: ['list', 'get'] },
  mcp: false,
  cli: { include: ['list', 'get'] },
  access: chatAccess,
} as const;
