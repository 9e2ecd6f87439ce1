import type { Role } from '@colophon/ui';
import { createContext, useContext } from 'react';

interface Tenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Who is signed in with this browser: `GET /session`. */
export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly tenant: Tenant | null;
  readonly role: Role | null;
  readonly tenants: readonly { readonly tenant: Tenant | null; readonly role: Role }[];
  readonly timeZone: string;
  readonly features: Readonly<Record<'ai' | 'chat' | 'contributions', boolean>>;
}

export const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of a page that has a session */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession must be used inside a page with a session.');
  return session;
}

const RANK: readonly Role[] = ['viewer', 'contributor', 'editor', 'admin'];

/** A guess at what the server will allow, so that nothing is offered in vain. */
export function hasRole({ role }: Session, least: Role): boolean {
  return role !== null && RANK.indexOf(role) >= RANK.indexOf(least);
}
