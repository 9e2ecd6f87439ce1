import type { Element, Root } from 'hast';
import { attribute, type Child, childrenOf, eachElement, element, isElement, type Parent, setChildren, textOf } from './hast.ts';
import type { Work } from './turns.ts';

/** The longest mark of a footnote, such as "[12]" or "note 3". */
const LONGEST_MARK = 8;

interface Place {
  readonly node: Element;
  /** From the innermost to the root. */
  readonly parents: readonly (Parent | Element)[];
  /** The place in the document. */
  readonly order: number;
}

/**
 * Finds footnotes by what all programs have in common: a short link to a note, which links back. Marks become elements `x-note-mark`,
 * notes `x-note`, both with a `label`.
 *
 * @param taken the labels of the text that is pasted into
 */
export function* findFootnotes(root: Root, taken: ReadonlySet<string>): Work {
  const places = yield* placesOf(root);
  const labels = new Map<Element, string>();
  const marks: { readonly mark: Place; readonly label: string }[] = [];
  let last = 0;
  for (const mark of places.links) {
    const note = noteOf(mark, places);
    if (note === undefined) continue;
    let label = labels.get(note.block);
    if (label === undefined) {
      do last += 1;
      while (taken.has(String(last)));
      label = String(last);
      labels.set(note.block, label);
      note.block.properties['label'] = label;
    }
    removeFrom(note.back);
    marks.push({ mark, label });
  }
  for (const { mark, label } of marks) placeMark(mark, label);
  for (const block of labels.keys()) becomeNote(block);
  if (labels.size > 0) liftNotes(root);
}

interface Places {
  readonly links: readonly Place[];
  readonly named: ReadonlyMap<string, Place>;
}

function* placesOf(root: Root): Work<Places> {
  const links: Place[] = [];
  const named = new Map<string, Place>();
  let order = 0;
  const walk = function* (parent: Parent | Element, parents: readonly (Parent | Element)[]): Work {
    const above = [parent, ...parents];
    for (const node of parent.children) {
      if (!isElement(node)) continue;
      order += 1;
      const place = { node, parents: above, order };
      for (const name of [attribute(node, 'id'), attribute(node, 'name')]) if (name !== '' && !named.has(name)) named.set(name, place);
      if (node.tagName === 'a' && fragmentOf(node) !== '') links.push(place);
      yield* walk(node, above);
    }
    yield;
  };
  yield* walk(root, []);
  return { links, named };
}

function fragmentOf(link: Element): string {
  const [, fragment = ''] = attribute(link, 'href').split('#', 2);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

interface Note {
  readonly block: Element;
  readonly back: Place;
}

const NOTE_BLOCKS = new Set(['p', 'li', 'dd', 'div', 'aside', 'section', 'td', 'x-note']);

/** The note that a link leads to, if the note leads back to it. */
function noteOf(mark: Place, { links, named }: Places): Note | undefined {
  const text = textOf(mark.node).trim();
  if (text === '' || text.length > LONGEST_MARK) return undefined;
  const target = named.get(fragmentOf(mark.node));
  if (target === undefined || target.order <= mark.order) return undefined;
  const block = blockOf(target);
  if (block === undefined || contains(block, mark)) return undefined;
  const back = links.find((each) => {
    if (each.node !== block && !each.parents.includes(block)) return false;
    const place = named.get(fragmentOf(each.node));
    return place !== undefined && (place.node === mark.node || isAround(place.node, mark));
  });
  // Further marks of a note whose way back was found before lead to the first.
  if (back === undefined) return block.properties['label'] === undefined ? undefined : { block, back: target };
  return { block, back };
}

function contains(block: Element, { parents }: Place): boolean {
  return parents.includes(block);
}

/** Whether an element of the line is around a mark, like the `sup` of a link. */
function isAround(node: Element, { parents }: Place): boolean {
  return parents.slice(0, 3).includes(node) && (node.tagName === 'sup' || node.tagName === 'span' || node.tagName === 'a');
}

function blockOf({ node, parents }: Place): Element | undefined {
  const line = [node, ...parents].filter((each): each is Element => 'tagName' in each);
  const at = line.findIndex(({ tagName }) => NOTE_BLOCKS.has(tagName));
  const [block, around] = line.slice(at === -1 ? line.length : at);
  if (block?.tagName !== 'p' || around === undefined) return block;
  // The paragraphs of one note have an element around them: an item, or a block with the note's name.
  const isOfNote = around.tagName === 'li' || (around.tagName === 'div' && attribute(around, 'id') !== '');
  return isOfNote ? around : block;
}

function removeFrom({ node, parents }: Place): void {
  if (node.tagName !== 'a') return;
  const [parent] = parents;
  if (parent !== undefined)
    setChildren(
      parent,
      (parent.children as Child[]).filter((each) => each !== node),
    );
}

/** Puts a mark in the place of a link, with the `sup` and the brackets that are only around it. */
function placeMark({ node, parents }: Place, label: string): void {
  let [outer, at]: [Element, number] = [node, 0];
  for (const parent of parents) {
    if (!('tagName' in parent) || !/^(?:sup|span|a|font|u)$/.test(parent.tagName)) break;
    if (textOf(parent).replaceAll(/[[\]()\s]/g, '') !== textOf(node).replaceAll(/[[\]()\s]/g, '')) break;
    outer = parent;
    at += 1;
  }
  const parent = parents[at];
  const mark = element('x-note-mark', [], { label });
  if (parent !== undefined)
    setChildren(
      parent,
      (parent.children as Child[]).map((each) => (each === outer ? mark : each)),
    );
}

function becomeNote(block: Element): void {
  const children = block.tagName === 'p' ? [element('p', block.children)] : block.children;
  block.tagName = 'x-note';
  block.properties = { label: block.properties['label'] ?? '' };
  block.children = children;
  // What is left of the way back: brackets, and white space after them.
  const first = firstText(block);
  if (first !== undefined) first.value = first.value.replace(/^[\s\u00a0^]*(?:\[\s*\])?[\s\u00a0]*/, '');
}

function firstText(node: Element): { value: string } | undefined {
  for (const child of node.children) {
    if (child.type === 'text' && child.value.trim() !== '') return child;
    const found = isElement(child) ? firstText(child) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Takes notes out of lists and sections that have nothing else, with the rule and the heading before them. */
function liftNotes(root: Root): void {
  const lists: { readonly parent: Parent | Element; readonly node: Element }[] = [];
  const find = (parent: Parent | Element): void => {
    for (const child of parent.children as Child[]) {
      if (!isElement(child) || child.tagName === 'x-note') continue;
      if (hasOnlyNotes(child)) lists.push({ parent, node: child });
      else find(child);
    }
  };
  find(root);
  for (const { parent, node } of lists) {
    const notes: Child[] = [];
    eachElement(node, (each) => {
      if (each.tagName === 'x-note') notes.push(each);
    });
    setChildren(
      parent,
      (parent.children as Child[]).flatMap((each) => (each === node ? notes : [each])),
    );
  }
  dropRules(root);
}

/** A hidden heading, a rule and breaks are no content beside notes. */
function hasOnlyNotes(node: Element): boolean {
  let notes = 0;
  const isOnly = (parent: Element): boolean =>
    (childrenOf(parent) as Child[]).every((child) => {
      if (child.type === 'text') return child.value.trim() === '';
      if (!isElement(child)) return true;
      if (child.tagName === 'x-note') notes += 1;
      return child.tagName === 'x-note' || /^(?:hr|br|h[1-6])$/.test(child.tagName) || isOnly(child);
    });
  return isOnly(node) && notes > 0;
}

function dropRules(root: Root): void {
  const visit = (parent: Parent | Element): void => {
    const children = (parent.children as Child[]).filter((child) => child.type !== 'text' || child.value.trim() !== '');
    const rules = new Set(
      children.filter((child, at) => {
        const next = children[at + 1];
        return isElement(child) && child.tagName === 'hr' && isElement(next) && next.tagName === 'x-note';
      }),
    );
    if (rules.size > 0)
      setChildren(
        parent,
        (parent.children as Child[]).filter((child) => !rules.has(child)),
      );
    for (const child of children) if (isElement(child)) visit(child);
  };
  visit(root);
}
