import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { baseEn } from '../../messages/base.ts';
import type { Messages } from '../../messages/en.ts';
import type { ColophonClient } from '../../state/client-port.ts';
import type { DraftStorage } from '../../state/editor/local-draft.ts';
import { formatFor } from '../../state/text/format.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { createAnnouncer } from './announcer.ts';
import { Announcer } from './Announcer.tsx';
import { type Colophon, ColophonContext, type Role, type User } from './colophon-context.ts';

export interface ColophonProviderProps extends RootProps {
  /** The API, for components that are not given everything by props. */
  readonly client?: ColophonClient | null;
  /** Words in place of the English ones; what is missing stays English. */
  readonly messages?: Partial<Messages>;
  /** A BCP 47 language tag; `en` by default. It decides the direction too. */
  readonly locale?: string;
  /** The newsroom's IANA time zone, in which every time is told; `UTC` by default. */
  readonly timeZone?: string;
  /** The publication's main language, a BCP 47 tag: pieces in another are marked with theirs. */
  readonly publicationLanguage?: string | null;
  readonly role?: Role | null;
  /** Who is signed in: what they type and do not save is kept on the machine under their name. */
  readonly user?: User | null;
  /** Where that is kept; the browser's `localStorage` by default, null keeps nothing. */
  readonly storage?: DraftStorage | null;
  /** Where a person signs in when the session is over; `/sign-in` by default. */
  readonly signInHref?: string;
  /** Goes to an address of the host's own; by default the page is loaded. */
  readonly navigate?: (address: string) => void;
  /** `auto` follows the person's system. */
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly density?: 'comfortable' | 'compact';
  readonly children?: ReactNode;
}

/**
 * Gives the components below it the API, the words, the zone and a place for layers, and stands around them as the element that tokens,
 * theme and direction are set on.
 *
 * @example
 * <ColophonProvider client={createClient()} locale="de" messages={de} timeZone="Europe/Berlin">
 *   <ContentEditor contentId={id} onSave={() => navigate('/pieces')} />
 * </ColophonProvider>
 */
export function ColophonProvider(props: ColophonProviderProps): ReactElement {
  const { client = null, messages, locale = 'en', timeZone = 'UTC', role = null, navigate = loadPage, children } = props;
  const { user = null, signInHref = '/sign-in', publicationLanguage = null } = props;
  const [announcer] = useState(createAnnouncer);
  const [portal, setPortal] = useState<HTMLElement | null>(null);
  const format = formatFor(locale, timeZone);
  const storage = props.storage === undefined ? browserStorage() : props.storage;
  const words = messages ?? NO_WORDS;
  const colophon = useMemo<Colophon>(
    () => ({
      client,
      messages: { ...baseEn, ...words },
      words,
      format,
      publicationLanguage,
      role,
      user,
      storage,
      signInHref,
      navigate,
      announce: announcer.announce,
      portal,
    }),
    [client, words, format, publicationLanguage, role, user, storage, signInHref, navigate, announcer, portal],
  );
  return (
    <ColophonContext value={colophon}>
      <div
        className={classNames('colo-scope colo-root', props.className)}
        id={props.id}
        dir={format.direction}
        lang={locale}
        data-theme={props.theme === 'auto' ? undefined : props.theme}
        data-density={props.density}
      >
        {children}
        <Announcer announcer={announcer} />
        <div className="colo-portal" ref={setPortal} />
      </div>
    </ColophonContext>
  );
}

const NO_WORDS: Partial<Messages> = {};

/** The browser's own storage; null where it is forbidden, or where there is no browser. */
function browserStorage(): DraftStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function loadPage(address: string): void {
  globalThis.location.assign(address);
}
