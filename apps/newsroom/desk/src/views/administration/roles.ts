import type { Role } from '@colophon/ui';

/** The roles with a short description. */
export const ROLES: readonly { readonly value: Role; readonly label: string; readonly says: string }[] = [
  { value: 'viewer', label: 'viewer', says: 'Reads published pieces' },
  { value: 'contributor', label: 'contributor', says: 'Writes drafts and submits them for review' },
  { value: 'editor', label: 'editor', says: 'Edits and publishes' },
  { value: 'admin', label: 'admin', says: 'Has full access, including people and governance' },
];
