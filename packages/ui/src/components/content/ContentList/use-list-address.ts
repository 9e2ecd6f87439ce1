import { useEffect, useState } from 'react';
import { type ListAddress, readListAddress, writeListAddress } from '../../../state/list/list-url.ts';

/** Typing asks for nothing until it rests this long, in milliseconds. */
const REST = 250;

export interface ListAddressUse {
  /** As it stands in the fields. */
  readonly typed: ListAddress;
  /** As it is asked: what is typed, once it rests. */
  readonly asked: ListAddress;
  readonly change: (changes: Partial<ListAddress>) => void;
  /** What the address of the page says now. */
  readonly search: string;
  /** Takes all of it from such a text. */
  readonly open: (search: string) => void;
}

/** Keeps what is asked of a list in the address of the page, so that it survives going elsewhere and back. */
export function useListAddress(): ListAddressUse {
  const [typed, setTyped] = useState(() => readListAddress(globalThis.location?.search ?? ''));
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const followPage = (): void => {
      const told = readListAddress(location.search);
      setTyped(told);
      setAsked(told);
    };
    addEventListener('popstate', followPage);
    return () => removeEventListener('popstate', followPage);
  }, []);
  useEffect(() => {
    if (typed === asked) return undefined;
    const isTyping = typed.search !== asked.search || ['category', 'tag'].some((each) => filterOf(typed, each) !== filterOf(asked, each));
    const timer = setTimeout(
      () => {
        setAsked(typed);
        const { pathname, search, hash } = location;
        history.replaceState(history.state, '', `${pathname}${writeListAddress(search, typed)}${hash}`);
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

function filterOf({ filters }: ListAddress, name: string): string {
  return filters[name as keyof typeof filters] ?? '';
}
