import { useEffect, useRef, useState } from 'react';
import { type ListAddress, readListAddress, writeListAddress } from '../../../state/list/list-url.ts';

/** Delay between the last key press and the request, in milliseconds. */
const REST = 250;

export interface ListAddressUse {
  /** The current values of the fields. */
  readonly typed: ListAddress;
  /** The query: the typed values after a pause. */
  readonly asked: ListAddress;
  readonly change: (changes: Partial<ListAddress>) => void;
  /** The query in the current address. */
  readonly search: string;
  /** Sets everything from such a query. */
  readonly open: (search: string) => void;
}

/** Keeps the query of a list in the address of the page, so that it survives navigation. */
export function useListAddress(): ListAddressUse {
  const [typed, setTyped] = useState(() => readListAddress(globalThis.location?.search ?? ''));
  const [asked, setAsked] = useState(typed);
  const isWriting = useRef(false);
  useEffect(() => {
    const { pathname } = location;
    let followed = location.search;
    const followPage = (): void => {
      // After navigation to another page of the host, this list sends no more requests.
      if (location.pathname !== pathname || location.search === followed) return;
      followed = location.search;
      if (isWriting.current) return;
      const told = readListAddress(followed);
      setTyped(told);
      setAsked(told);
    };
    return onAddressChange(followPage);
  }, []);
  useEffect(() => {
    if (typed === asked) return undefined;
    const isTyping = typed.search !== asked.search || ['category', 'tag'].some((each) => filterOf(typed, each) !== filterOf(asked, each));
    const timer = setTimeout(
      () => {
        setAsked(typed);
        const { pathname, search, hash } = location;
        isWriting.current = true;
        history.replaceState(history.state, '', `${pathname}${writeListAddress(search, typed)}${hash}`);
        isWriting.current = false;
      },
      isTyping ? REST : 0,
    );
    return () => clearTimeout(timer);
  }, [typed, asked]);
  return {
    typed,
    asked,
    change: (changes) => setTyped((before) => ({ ...before, ...changes })),
    search: writeListAddress('', typed),
    open: (search) => setTyped(readListAddress(search)),
  };
}

/** Events of routers that navigate without loading a page; browsers themselves use `navigation`. */
const ROUTED = ['popstate', 'pushState', 'replaceState'];

/** Calls back whenever the address of the page changes. Returns a function that unsubscribes. */
function onAddressChange(listener: () => void): () => void {
  const { navigation } = globalThis as { readonly navigation?: EventTarget };
  for (const event of ROUTED) addEventListener(event, listener);
  navigation?.addEventListener('currententrychange', listener);
  return () => {
    for (const event of ROUTED) removeEventListener(event, listener);
    navigation?.removeEventListener('currententrychange', listener);
  };
}

function filterOf({ filters }: ListAddress, name: string): string {
  return filters[name as keyof typeof filters] ?? '';
}
