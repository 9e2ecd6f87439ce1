/** The distance between an overlay and the edges of the page, in pixels. */
const EDGE = 8;

/**
 * Positions an overlay below its trigger and within the page; above it if there is no room.
 *
 * @param align the edge at which both are aligned, in the direction of the text
 */
export function placeLayer(layer: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = layer;
  const isLeft = (align === 'start') === (getComputedStyle(opener).direction !== 'rtl');
  const left = isLeft ? at.left : at.right - width;
  const isBelow = at.bottom + height + EDGE <= innerHeight || at.top < height + EDGE;
  layer.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  layer.style.top = `${isBelow ? at.bottom + 2 : at.top - height - 2}px`;
}
