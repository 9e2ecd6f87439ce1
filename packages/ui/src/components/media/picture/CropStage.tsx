import type { PointShares } from '@colophon/base';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef } from 'react';
import { mediaEn } from '../../../messages/media/en.ts';
import { type Edge, edgeOf, type Framing, moveCrop, moveEdge, movePoint } from '../../../state/media/crop.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { FramingSteps } from './use-framing.ts';

interface CropStageProps extends Pick<FramingSteps, 'framing' | 'change'> {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Whether a part can be shown: not of an animation or a picture at another site. */
  readonly isCroppable: boolean;
  readonly onBroken: () => void;
}

const EDGES: readonly Edge[] = ['left', 'top', 'right', 'bottom'];
const CORNERS = [
  ['left', 'top'],
  ['right', 'top'],
  ['left', 'bottom'],
  ['right', 'bottom'],
] as const satisfies readonly (readonly Edge[])[];
const MIDDLE: PointShares = { x: 0.5, y: 0.5 };
const ARROWS: Readonly<Record<string, PointShares>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A drag: how it changes what was shown when it began, with the way so far and the place in shares of the picture. */
type Drag = (begun: Framing, way: { readonly by: PointShares; readonly at: PointShares }) => Framing;

/**
 * A picture with the edges of the part that is shown, and the focal point: each is dragged, by mouse or finger, and is a slider with the
 * arrow keys (1 %, with Shift 10 %), which tells where it is.
 */
export function CropStage({ framing, change, src, width, height, isCroppable, onBroken }: CropStageProps): ReactElement {
  const words = useWords(mediaEn);
  const stage = useRef<HTMLDivElement>(null);
  const { focal } = framing;
  const percent = usePercent();
  const dragged = useDrags(stage, { framing, change });
  const point = focal ?? MIDDLE;
  const slide = (event: KeyboardEvent, move: (way: PointShares) => (before: Framing) => Framing): void => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.1 : 0.01;
    change(move({ x: arrow.x * step, y: arrow.y * step }));
  };
  const part: CropPartProps = { crop: framing.crop, slide, dragged };
  return (
    <div
      className="colo-crop"
      ref={stage}
      dir="ltr"
      style={{ aspectRatio: `${width} / ${height}`, maxInlineSize: `calc(45vh * ${width / height})` }}
    >
      <img src={src} alt="" draggable={false} onError={onBroken} {...dragged((begun, { at }) => ({ ...begun, focal: at }))} />
      {isCroppable && <CropPart {...part} />}
      <div
        className="colo-crop-focal"
        role="slider"
        tabIndex={0}
        data-unset={focal === null || undefined}
        style={{ insetInlineStart: `${point.x * 100}%`, insetBlockStart: `${point.y * 100}%` }}
        aria-label={words['media.focal']}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(point.x * 100)}
        aria-valuetext={words['media.crop.at']({ x: percent(point.x), y: percent(point.y) })}
        onKeyDown={(event) => slide(event, (way) => (before) => ({ ...before, focal: movePoint(before.focal ?? MIDDLE, way) }))}
        {...dragged((begun, { by }) => ({ ...begun, focal: movePoint(begun.focal ?? MIDDLE, by) }))}
      />
    </div>
  );
}

interface CropPartProps {
  readonly crop: Framing['crop'];
  readonly slide: (event: KeyboardEvent, move: (way: PointShares) => (before: Framing) => Framing) => void;
  readonly dragged: (drag: Drag) => object;
}

/** The part that is shown: moved as a whole, and by its edges and corners. */
function CropPart({ crop, slide, dragged }: CropPartProps): ReactElement {
  const words = useWords(mediaEn);
  const percent = usePercent();
  const place = {
    insetBlockStart: `${crop.y * 100}%`,
    insetInlineStart: `${crop.x * 100}%`,
    inlineSize: `${crop.width * 100}%`,
    blockSize: `${crop.height * 100}%`,
  };
  return (
    <div className="colo-crop-part" style={place}>
      <div
        className="colo-crop-move"
        role="slider"
        tabIndex={0}
        aria-label={words['media.crop.move']}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(crop.x * 100)}
        aria-valuetext={words['media.crop.at']({ x: percent(crop.x), y: percent(crop.y) })}
        onKeyDown={(event) => slide(event, (way) => (before) => ({ ...before, crop: moveCrop(before.crop, way) }))}
        {...dragged((begun, { by }) => ({ ...begun, crop: moveCrop(begun.crop, by) }))}
      />
      {CORNERS.map((corner) => (
        <div
          key={corner.join()}
          className="colo-crop-corner"
          data-corner={corner.join(' ')}
          {...dragged((begun, { by }) => ({
            ...begun,
            crop: corner.reduce((now, edge) => moveEdge(now, edge, edgeOf(begun.crop, edge) + along(edge, by)), begun.crop),
          }))}
        />
      ))}
      {EDGES.map((edge) => (
        <div
          key={edge}
          className="colo-crop-edge"
          data-edge={edge}
          role="slider"
          tabIndex={0}
          aria-label={words[`media.crop.${edge}`]}
          aria-orientation={isAcross(edge) ? 'horizontal' : 'vertical'}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(edgeOf(crop, edge) * 100)}
          aria-valuetext={words['media.crop.percent']({ share: percent(edgeOf(crop, edge)) })}
          onKeyDown={(event) =>
            slide(event, (way) => (before) => ({
              ...before,
              crop: moveEdge(before.crop, edge, edgeOf(before.crop, edge) + (isAcross(edge) ? way.x || way.y : way.y || way.x)),
            }))
          }
          {...dragged((begun, { by }) => ({
            ...begun,
            crop: moveEdge(begun.crop, edge, edgeOf(begun.crop, edge) + along(edge, by)),
          }))}
        />
      ))}
    </div>
  );
}

/** Tells shares in per cent. */
function usePercent(): (share: number) => string {
  const { format } = useColophon();
  return (share) => format.number(Math.round(share * 100));
}

/** The way along which an edge moves. */
function along(edge: Edge, { x, y }: PointShares): number {
  return isAcross(edge) ? x : y;
}

function isAcross(edge: Edge): boolean {
  return edge === 'left' || edge === 'right';
}

/** Returns the handlers of a part that is dragged; a drag is one step. */
function useDrags(
  stage: { readonly current: HTMLElement | null },
  { framing, change }: Pick<FramingSteps, 'framing' | 'change'>,
): (drag: Drag) => object {
  const running = useRef<{ readonly id: number; readonly from: PointShares; readonly begun: Framing; isMoved: boolean } | null>(null);
  const placeOf = ({ clientX, clientY }: PointerEvent): PointShares | null => {
    const box = stage.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return movePoint({ x: 0, y: 0 }, { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  };
  return (drag) => {
    const go = (event: PointerEvent, isOver: boolean): void => {
      const now = running.current;
      const at = placeOf(event);
      if (now?.id !== event.pointerId || at === null) return;
      const by = { x: at.x - now.from.x, y: at.y - now.from.y };
      // A press that does not move sets what is set by pressing, and moves nothing.
      if (isOver ? now.isMoved : by.x === 0 && by.y === 0) return;
      change(() => drag(now.begun, { by, at }), now.isMoved ? 'goes on' : 'begins');
      now.isMoved = true;
    };
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const from = placeOf(event);
        if (event.button !== 0 || from === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        running.current = { id: event.pointerId, from, begun: framing, isMoved: false };
      },
      onPointerMove: (event: PointerEvent) => go(event, false),
      onPointerUp(event: PointerEvent) {
        go(event, true);
        running.current = null;
      },
      onPointerCancel: () => (running.current = null),
    };
  };
}
