import type { Element, Nodes, Root } from 'hast';

/** Visits every element of a tree, without recursion: bodies can be nested arbitrarily deep. */
export function eachElement(tree: Root, visit: (element: Element) => void): void {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'element') visit(node);
    if ('children' in node) waiting.push(...node.children);
  }
}

const DATA_IMAGE = /^data:image\/(?:png|gif|jpeg|jpg|webp);base64,[a-z0-9+/=\s]*$/i;
/** An absolute or relative URL, and the width or density of the image. */
const CANDIDATE = /^(?:https?:\/\/|(?![a-z][a-z0-9+.-]*:))[^\s\p{Cc}]+(?:\s+\d+(?:\.\d+)?[xw])?$/iu;

/**
 * Removes what the schema cannot check: data URLs that are not raster images (an SVG can run code), and `srcset` candidates that are
 * neither web nor relative URLs.
 */
export function cleanImages(): (tree: Root) => void {
  return (tree) => {
    eachElement(tree, ({ properties }) => {
      const { src, srcSet } = properties;
      if (typeof src === 'string' && /^\s*data:/i.test(src) && !DATA_IMAGE.test(src)) delete properties['src'];
      if (srcSet === undefined || srcSet === null) return;
      const candidates = (Array.isArray(srcSet) ? srcSet.join(', ') : String(srcSet)).split(/,\s+/).map((candidate) => candidate.trim());
      const safe = candidates.filter((candidate) => CANDIDATE.test(candidate));
      if (safe.length > 0) properties['srcSet'] = safe.join(', ');
      else delete properties['srcSet'];
    });
  };
}

/** Adjusts links within the body to the prefix of the ids. */
export function followIds(prefix: string): () => (tree: Root) => void {
  return () => (tree) => {
    eachElement(tree, ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName === 'a' && typeof href === 'string' && href.length > 1 && href.startsWith('#'))
        properties['href'] = `#${prefix}${href.slice(1)}`;
    });
  };
}
