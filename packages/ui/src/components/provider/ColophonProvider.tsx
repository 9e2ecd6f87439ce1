import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { baseEn } from '../../messages/base.ts';
import type { Messages } from '../../messages/en.ts';
import type { ColophonClient } from '../../state/client-port.ts';
import type { DraftCopies } from '../../state/draft/draft-copies.ts';
import type { DraftStorage } from '../../state/editor/local-draft.ts';
import { formatFor } from '../../state/text/format.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { createAnnouncer } from './announcer.ts';
import { Announcer } from './Announcer.tsx';
import { indexedCopies } from './indexed-copies.ts';
import { keepFocus } from './keep-focus.ts';
import { type Colophon, ColophonContext, type Role, type User } from './colophon-context.ts';

export interface ColophonProviderProps extends RootProps {
  /** The API client, for components that do not get all data by props. */
  readonly client?: ColophonClient | null;
  /** Messages that replace the English ones; missing ones stay English. */
  readonly messages?: Partial<Messages>;
  /** A BCP 47 language tag; default `en`. It also sets the direction. */
  readonly locale?: string;
  /** The newsroom's IANA time zone, in which all times are shown; default `UTC`. */
  readonly timeZone?: string;
  /** The publication's main language, a BCP 47 tag: pieces in other languages are labeled. */
  readonly publicationLanguage?: string | null;
  readonly role?: Role | null;
  /** The signed-in user, under whose id unsaved input is kept on the device. */
  readonly user?: User | null;
  /** The storage of unsaved input; default: the browser's `localStorage`; null stores nothing. */
  readonly storage?: DraftStorage | null;
  /** Keeps what was not acknowledged of drafts; default: the browser's IndexedDB, unless `storage` is null; null keeps nothing. */
  readonly copies?: DraftCopies | null;
  /** The address of the sign-in page, for expired sessions; default `/sign-in`. */
  readonly signInHref?: string;
  /** Navigates to an address of the host; by default, the page is loaded. */
  readonly navigate?: (address: string) => void;
  /** `auto` follows the system's setting. */
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly density?: 'comfortable' | 'compact';
  readonly children?: ReactNode;
}

/**
 * Provides the API client, messages, time zone and overlay element to its components, and renders the root element with tokens,
 * theme and direction.
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
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? keepFocus(root.current) : undefined), []);
  const format = formatFor(locale, timeZone);
  const storage = props.storage === undefined ? browserStorage() : props.storage;
  const [ownCopies] = useState(indexedCopies);
  const copies = props.copies === undefined ? (storage === null ? null : ownCopies) : props.copies;
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
      copies,
      signInHref,
      navigate,
      announce: announcer.announce,
      portal,
    }),
    [client, words, format, publicationLanguage, role, user, storage, copies, signInHref, navigate, announcer, portal],
  );
  return (
    <ColophonContext value={colophon}>
      <div
        ref={root}
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

/** Returns the browser's storage; null if it is not allowed, or outside of a browser. */
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
