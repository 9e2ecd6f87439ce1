/** In pixels, kept free between a layer and the edges of the page. */
const EDGE = 8;

/**
 * Puts a layer below what opened it and within the page; above it where there is no room.
 *
 * @param align the edge that both have in common, in the direction of the text
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
