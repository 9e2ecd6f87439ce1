// The parts of the log and its chain that the sealing thread needs, without the object definitions, so that the thread loads little.

export const AUDIT_TABLE = 'audit_entries';

/** The chain of entries that belong to no tenant; every other chain is named by the id of its tenant. */
export const GLOBAL_CHAIN = 'global';

/** The values of an entry that are potentially personal. */
export const COMMITTED = ['callerName', 'before', 'after'] as const;
export type Commitments = { readonly [Name in (typeof COMMITTED)[number]]?: string };
