import { useColophon } from '@colophon/ui';
import { Notice } from '@colophon/ui/controls';
import { type ReactElement, useEffect } from 'react';
import { Link } from 'wouter';
import { useKeptPieces } from './use-kept-pieces.ts';

/** Says above the list that new pieces are kept on this device, and leads to where they are offered. */
export function KeptPieces(): ReactElement | null {
  const { format, announce } = useColophon();
  const pieces = useKeptPieces();
  const [latest] = pieces;
  const said =
    latest === undefined
      ? null
      : pieces.length === 1
        ? `A new piece that was not saved is kept on this device: ${nameOf(latest)} (${format.dateTime(latest.at)}).`
        : `${format.number(pieces.length)} new pieces that were not saved are kept on this device, the latest ${nameOf(latest)} (${format.dateTime(latest.at)}).`;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said, announce]);
  if (said === null) return null;
  return (
    <Notice
      actions={
        <Link className="colo-button" href="/pieces/new">
          Go on writing
        </Link>
      }
    >
      <p dir="auto">{said}</p>
    </Notice>
  );
}

/** What a kept piece is called: by its title, or by how it begins. */
export function nameOf({ title, excerpt }: { readonly title: string; readonly excerpt: string }): string {
  const name = title === '' ? excerpt : title;
  return name === '' ? 'without a title' : `“${name}”`;
}
