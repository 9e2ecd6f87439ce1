import { createContext, useContext } from 'react';
import { type BaseMessages, baseEn } from '../../messages/base.ts';
import type { Messages } from '../../messages/en.ts';
import type { DraftStorage } from '../../state/editor/local-draft.ts';
import { type Format, formatFor } from '../../state/text/format.ts';
import type { ColophonClient } from '../../state/client-port.ts';

/** What a person may do in the tenant, as far as the components guess it before the server decides. */
export type Role = 'viewer' | 'contributor' | 'editor' | 'admin';

/** Who is signed in: what they type is kept on the machine under their name. */
export interface User {
  readonly id: string;
  readonly tenantId?: string | null;
}

/** What a provider gives to the components below it. */
export interface Colophon {
  /** The API; null where everything is given by props. */
  readonly client: ColophonClient | null;
  readonly messages: BaseMessages;
  /** What the host says in place of the English words. */
  readonly words: Partial<Messages>;
  readonly format: Format;
  /** The publication's main language; null where it is not known. */
  readonly publicationLanguage: string | null;
  readonly role: Role | null;
  readonly user: User | null;
  /** Where what is typed is kept on the machine; null keeps nothing. */
  readonly storage: DraftStorage | null;
  /** Where a person signs in. */
  readonly signInHref: string;
  /** Goes to an address of the host's own. */
  readonly navigate: (address: string) => void;
  /** Says something to those who do not see it change: at once with `assertive`, else when there is a pause. */
  readonly announce: (text: string, urgency?: 'polite' | 'assertive') => void;
  /** The element that layers over the page are put into; null before it is there. */
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
  signInHref: '/sign-in',
  navigate: () => undefined,
  announce: () => undefined,
  portal: null,
});

/** What the nearest `ColophonProvider` gives; English and UTC without one. */
export function useColophon(): Colophon {
  return useContext(ColophonContext);
}
