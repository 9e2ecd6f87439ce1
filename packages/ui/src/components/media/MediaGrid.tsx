import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { mediaEn } from '../../messages/media/en.ts';
import { smallPictureAddress } from '../../state/editor/image-source.ts';
import type { AssetRecord } from '../../state/records.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface MediaGridProps {
  readonly items: readonly AssetRecord[];
  /** The chosen file; undefined if choosing opens it. */
  readonly selectedId?: string | null | undefined;
  readonly onSelect: (asset: AssetRecord) => void;
}

/** Files as a grid with one tab stop: the arrow keys move in it. */
export function MediaGrid({ items, selectedId, onSelect }: MediaGridProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(mediaEn);
  const [stop, setStop] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const current = Math.min(stop, items.length - 1);
  const press = (event: KeyboardEvent): void => {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const top = cells[0]?.offsetTop;
    const columns = Math.max(1, cells.filter((cell) => cell.offsetTop === top).length);
    const step = format.direction === 'ltr' ? 1 : -1;
    const moves: Readonly<Record<string, number>> = { ArrowRight: step, ArrowLeft: -step, ArrowDown: columns, ArrowUp: -columns };
    const move = moves[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? cells.length - 1 : move === undefined ? undefined : current + move;
    if (to === undefined) return;
    event.preventDefault();
    cells[Math.min(Math.max(to, 0), cells.length - 1)]?.focus();
  };
  return (
    <ul className="colo-media-grid" ref={grid} aria-label={words['media.files']} onKeyDown={press}>
      {items.map((asset, index) => {
        const isPicture = asset.mimeType?.startsWith('image/') ?? false;
        const kind = asset.mimeType?.split('/').at(-1) ?? 'link';
        const src = isPicture ? smallPictureAddress(asset, 320) : null;
        return (
          <li key={asset.id}>
            <button
              type="button"
              className="colo-media-card"
              tabIndex={index === current ? 0 : -1}
              {...(selectedId !== undefined && { 'aria-pressed': asset.id === selectedId })}
              onFocus={() => setStop(index)}
              onClick={() => onSelect(asset)}
            >
              {src === null ? <span className="colo-media-kind">{kind}</span> : <img src={src} alt="" loading="lazy" decoding="async" />}
              <span className="colo-media-name">
                <bdi>{asset.name}</bdi>
              </span>
              {typeof asset.size === 'number' && (
                <span className="colo-quiet">{words['media.size']({ kind, size: format.number(Math.ceil(asset.size / 1000)) })}</span>
              )}
              {isPicture && !asset.altText && (
                <span className="colo-label" data-tone="warning">
                  {words['media.noAlt']}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
