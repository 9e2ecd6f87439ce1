import type { Element, Nodes, Root } from 'hast';

/** Goes through every element of a tree, without recursion: bodies nest as deep as someone likes. */
function eachElement(tree: Root, visit: (element: Element) => void): void {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'element') visit(node);
    if ('children' in node) waiting.push(...node.children);
  }
}

const DATA_IMAGE = /^data:image\/(?:png|gif|jpeg|jpg|webp);base64,[a-z0-9+/=\s]*$/i;
/** A web address or a relative one, and how wide or dense the image is. */
const CANDIDATE = /^(?:https?:\/\/|(?![a-z][a-z0-9+.-]*:))[^\s\p{Cc}]+(?:\s+\d+(?:\.\d+)?[xw])?$/iu;

/** Takes out data that is no plain image, and what of a `srcset` is neither a web address nor a relative one. */
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

/** Makes links to places in the body follow the prefix that the ids got. */
export function followIds(prefix: string): () => (tree: Root) => void {
  return () => (tree) => {
    eachElement(tree, ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName === 'a' && typeof href === 'string' && href.length > 1 && href.startsWith('#'))
        properties['href'] = `#${prefix}${href.slice(1)}`;
    });
  };
}

/** Makes links that lead away open beside the page, which they cannot reach back to. */
export function openBeside(): (tree: Root) => void {
  return (tree) => {
    eachElement(tree, ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName !== 'a' || typeof href !== 'string' || href.startsWith('#')) return;
      properties['target'] = '_blank';
      properties['rel'] = ['noopener', 'noreferrer'];
    });
  };
}
