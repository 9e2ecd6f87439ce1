// What the sealing thread needs of the log and its chain, without what defines objects: a thread loads little.

export const AUDIT_TABLE = 'audit_entries';

/** The chain of entries that belong to no tenant; every other chain bears the id of its tenant. */
export const GLOBAL_CHAIN = 'global';

/** The values of an entry that may be personal. */
export const COMMITTED = ['callerName', 'before', 'after'] as const;
export type Commitments = { readonly [Name in (typeof COMMITTED)[number]]?: string };
