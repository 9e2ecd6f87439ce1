import { useCallback, useState } from 'react';
import type { ContentRecord } from '../../../state/records.ts';
import type { ChosenLink } from '../../body/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** Returns the public address of a piece; null if it has none. */
export type GetViewHref = (piece: ContentRecord) => string | null;

export interface AskedLink {
  /** The selected text. */
  readonly selected: string;
  readonly answer: (link: ChosenLink | null) => void;
}

/** Asks where a link leads; undefined where the host has no addresses of pieces. */
export function useLinkDialog(getViewHref: GetViewHref | undefined): {
  readonly asked: AskedLink | null;
  readonly choose: ((selected: string) => Promise<ChosenLink | null>) | undefined;
} {
  const { client } = useColophon();
  const [asked, setAsked] = useState<AskedLink | null>(null);
  const choose = useCallback(async (selected: string): Promise<ChosenLink | null> => {
    const link = await new Promise<ChosenLink | null>((resolve) => setAsked({ selected, answer: resolve }));
    setAsked(null);
    return link;
  }, []);
  return { asked, choose: client === null || getViewHref === undefined ? undefined : choose };
}
