import { createContext, useContext } from 'react';
import { type BaseMessages, baseEn } from '../../messages/base.ts';
import type { Messages } from '../../messages/en.ts';
import type { DraftCopies } from '../../state/draft/draft-copies.ts';
import type { DraftStorage } from '../../state/editor/local-draft.ts';
import { type Format, formatFor } from '../../state/text/format.ts';
import type { ColophonClient } from '../../state/client-port.ts';

/** The role of the user in the tenant, for predictions before the server decides. */
export type Role = 'viewer' | 'contributor' | 'editor' | 'admin';

/** The signed-in user, under whose id unsaved input is kept on the device. */
export interface User {
  readonly id: string;
  readonly tenantId?: string | null;
}

/** The context that a provider gives to its components. */
export interface Colophon {
  /** The API client; null if all data is passed by props. */
  readonly client: ColophonClient | null;
  readonly messages: BaseMessages;
  /** The host's messages, which replace the English ones. */
  readonly words: Partial<Messages>;
  readonly format: Format;
  /** The publication's main language; null if unknown. */
  readonly publicationLanguage: string | null;
  readonly role: Role | null;
  readonly user: User | null;
  /** The storage of unsaved input on the device; null stores nothing. */
  readonly storage: DraftStorage | null;
  /** Keeps on the device what the server has not acknowledged of drafts; null keeps nothing. */
  readonly copies: DraftCopies | null;
  /** The address of the sign-in page. */
  readonly signInHref: string;
  /** Navigates to an address of the host. */
  readonly navigate: (address: string) => void;
  /** Announces a message to screen readers: immediately with `assertive`, else at the next pause. */
  readonly announce: (text: string, urgency?: 'polite' | 'assertive') => void;
  /** The element for overlays; null before it is mounted. */
  readonly portal: HTMLElement | null;
}

export const ColophonContext = createContext<Colophon>({
  client: null,
  messages: baseEn,
  words: {},
  format: formatFor('en', 'UTC'),
  publicationLanguage: null,
  role: null,
  user: null,
  storage: null,
  copies: null,
  signInHref: '/sign-in',
  navigate: () => undefined,
  announce: () => undefined,
  portal: null,
});

/** Returns the context of the nearest `ColophonProvider`; English and UTC without one. */
export function useColophon(): Colophon {
  return useContext(ColophonContext);
}
