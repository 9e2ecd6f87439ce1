import { useColophon } from '@colophon/ui';
import { Notice } from '@colophon/ui/controls';
import { type ReactElement, useEffect } from 'react';
import { Link } from 'wouter';
import { useKeptPieces } from './use-kept-pieces.ts';

/** A notice above the list about unsaved new pieces on this device, with a link to restore them. */
export function KeptPieces(): ReactElement | null {
  const { format, announce } = useColophon();
  const pieces = useKeptPieces();
  const [latest] = pieces;
  const said =
    latest === undefined
      ? null
      : pieces.length === 1
        ? `An unsaved new piece is kept on this device: ${nameOf(latest)} (${format.dateTime(latest.at)}).`
        : `${format.number(pieces.length)} unsaved new pieces are kept on this device, most recently ${nameOf(latest)} (${format.dateTime(latest.at)}).`;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said, announce]);
  if (said === null) return null;
  return (
    <Notice
      actions={
        <Link className="colo-button" href="/pieces/new">
          Continue writing
        </Link>
      }
    >
      <p dir="auto">{said}</p>
    </Notice>
  );
}

/** The name of a kept piece: its title, or the beginning of its text. */
export function nameOf({ title, excerpt }: { readonly title: string; readonly excerpt: string }): string {
  const name = title === '' ? excerpt : title;
  return name === '' ? 'untitled' : `“${name}”`;
}
