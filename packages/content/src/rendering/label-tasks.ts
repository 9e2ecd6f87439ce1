import type { Element, ElementContent, Root } from 'hast';
import { eachElement } from './clean-tree.ts';

/** Elements that a label cannot contain. */
const BLOCKS: ReadonlySet<string> = new Set(
  'blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p picture pre section table ul'.split(' '),
);

/** Wraps the box of each task and the text after it in a label, so that the box has a name for assistive technology. */
export function labelTasks(): (tree: Root) => void {
  return (tree) => {
    eachElement(tree, (element) => {
      if (element.tagName !== 'label' && element.children.some(isBox)) element.children = labelled(element.children);
    });
  };
}

function labelled(children: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let label: Element | undefined;
  for (const child of children) {
    if (isBox(child)) {
      label = { type: 'element', tagName: 'label', properties: {}, children: [] };
      result.push(label);
    } else if (isBlock(child)) {
      label = undefined;
    }
    (label?.children ?? result).push(child);
  }
  return result;
}

function isBox(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === 'input';
}

function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName);
}
