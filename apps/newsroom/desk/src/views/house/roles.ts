import type { Role } from '@colophon/ui';

/** What each role may do, in a few words. */
export const ROLES: readonly { readonly value: Role; readonly label: string; readonly says: string }[] = [
  { value: 'viewer', label: 'viewer', says: 'reads what is published' },
  { value: 'contributor', label: 'contributor', says: 'writes drafts and hands them in' },
  { value: 'editor', label: 'editor', says: 'edits and publishes' },
  { value: 'admin', label: 'admin', says: 'does everything, people and governance too' },
];
