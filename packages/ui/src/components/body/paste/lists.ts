import type { Element, Root } from 'hast';
import {
  attribute,
  type Child,
  childrenOf,
  declarationsOf,
  element,
  isBlank,
  isElement,
  type Parent,
  setChildren,
  textOf,
} from './hast.ts';
import type { Work } from './turns.ts';

interface Item {
  /** From 1. */
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: number;
  readonly children: readonly Child[];
  /** Items of different lists are never joined. */
  readonly list: string;
}

/** Makes lists of what office programs write instead of them, and puts nested lists into the items that they belong to. */
export function* mendLists(root: Root): Work {
  yield* mend(root);
}

function* mend(parent: Parent | Element): Work {
  unwrapLists(parent);
  yield;
  for (const child of parent.children) if (isElement(child)) yield* mend(child);
  gather(parent, paragraphItem);
  gather(parent, levelledItems);
  for (const child of parent.children) if (isElement(child) && isList(child)) nest(child);
}

/** Takes lists out of blocks that have nothing else, so that they stand beside each other. */
function unwrapLists(parent: Parent | Element): void {
  const isWrapper = (node: Child): node is Element =>
    isElement(node) && node.tagName === 'div' && node.children.some(isList) && node.children.every((each) => isList(each) || isBlank(each));
  setChildren(
    parent,
    (parent.children as Child[]).flatMap((child): Child[] => (isWrapper(child) ? child.children : [child])),
  );
}

function isList(node: Child): node is Element {
  return isElement(node) && (node.tagName === 'ul' || node.tagName === 'ol');
}

/** Replaces runs of siblings that are items with lists. */
function gather(parent: Parent | Element, itemsOf: (node: Element) => readonly Item[] | undefined): void {
  const children: Child[] = [];
  let run: Item[] = [];
  let between: Child[] = [];
  const end = (): void => {
    children.push(...listsOf(run), ...between);
    [run, between] = [[], []];
  };
  for (const child of parent.children as Child[]) {
    const items = isElement(child) ? itemsOf(child) : undefined;
    if (items !== undefined) {
      run.push(...items);
      between = [];
    } else if (run.length > 0 && isBlank(child)) between.push(child);
    else {
      if (run.length > 0) end();
      children.push(child);
    }
  }
  if (run.length > 0) end();
  setChildren(parent, children);
}

function listsOf(items: readonly Item[]): Element[] {
  const lists: Element[] = [];
  const open: { readonly list: Element; readonly item: Item }[] = [];
  for (const item of items) {
    while (open.length > 0 && (open.at(-1)?.item.level ?? 0) > item.level) open.pop();
    const last = open.at(-1);
    const isSame = last?.item.level === item.level && last.item.isOrdered === item.isOrdered && last.item.list === item.list;
    if (!isSame) {
      if (last?.item.level === item.level) open.pop();
      const list = element(item.isOrdered ? 'ol' : 'ul', [], item.isOrdered && item.start > 1 ? { start: item.start } : {});
      const above = open.at(-1)?.list.children.at(-1);
      if (isElement(above)) above.children.push(list);
      else lists.push(list);
      open.push({ list, item });
    }
    open.at(-1)?.list.children.push(element('li', item.children));
  }
  return lists;
}

/** The mark that Word writes before an item; a mark of letters is a number too. */
const NUMBER = /^\(?(?:(\d{1,4})|[a-z]{1,2}|[ivxlc]{1,6})[.)]/i;
/** A mark written as text, where a browser left out what told it apart. */
const WRITTEN_MARK = /^[\s\u00a0]*([·•◦▪§o‣–-]|\(?(?:\d{1,4}|[a-z]{1,2}|[ivxlc]{1,6})[.)])[\s\u00a0]*[\u00a0\t][\s\u00a0]*/i;
/** Points of indentation of one level. */
const LEVEL_INDENT = 36;

/** A paragraph that Word shows as an item: the list, its level and its mark are in its styles. */
function paragraphItem(node: Element): readonly Item[] | undefined {
  if (node.tagName !== 'p') return undefined;
  const list = /^(l\d+)\s+level(\d+)/.exec(declarationsOf(node).get('mso-list') ?? '');
  const isItem = list !== null || /\bMsoListParagraph/.test(attribute(node, 'className'));
  if (!isItem) return undefined;
  const mark = takeMark(node) ?? takeWrittenMark(node);
  if (mark === undefined) return undefined;
  const number = NUMBER.exec(mark);
  const level = list === null ? levelOfIndent(node) : Number(list[2]);
  return [
    {
      level: Math.min(level, 9),
      isOrdered: number !== null,
      start: Number(number?.[1] ?? 1),
      children: node.children,
      list: list?.[1] ?? '',
    },
  ];
}

function takeMark(parent: Element): string | undefined {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    if (/ignore/.test(declarationsOf(child).get('mso-list') ?? '')) {
      setChildren(
        parent,
        parent.children.filter((each) => each !== child),
      );
      return textOf(child).replaceAll('\u00a0', ' ').trim();
    }
    const mark = takeMark(child);
    if (mark !== undefined) return mark;
  }
  return undefined;
}

function takeWrittenMark(node: Element): string | undefined {
  const mark = WRITTEN_MARK.exec(textOf(node));
  if (mark === null) return undefined;
  let length = mark[0].length;
  const take = (parent: Element): void => {
    for (const child of parent.children) {
      if (length === 0) return;
      if (child.type === 'text') {
        const taken = Math.min(length, child.value.length);
        child.value = child.value.slice(taken);
        length -= taken;
      } else if (isElement(child)) take(child);
    }
  };
  take(node);
  return mark[1];
}

function levelOfIndent(node: Element): number {
  const margin = declarationsOf(node).get('margin-left') ?? '';
  const [, size = '0', unit = 'pt'] = /^([\d.]+)(pt|px|in|cm)/.exec(margin) ?? [];
  const points = Number(size) * ({ pt: 1, px: 0.75, in: 72, cm: 28.35 }[unit] ?? 1);
  return Math.max(1, Math.round(points / LEVEL_INDENT));
}

/** Lists of one item each, whose levels are told beside them: so Word writes in a browser. */
function levelledItems(node: Element): readonly Item[] | undefined {
  if (!isList(node)) return undefined;
  const items = node.children.filter(isElement);
  if (items.length === 0 || items.some((each) => attribute(each, 'dataAriaLevel') === '')) return undefined;
  return items.map((each, at) => ({
    level: Math.min(Number(attribute(each, 'dataAriaLevel')) || 1, 9),
    isOrdered: node.tagName === 'ol',
    start: (Number(attribute(node, 'start')) || 1) + at,
    children: each.children,
    list: '',
  }));
}

/** Puts lists and other content that stand between items into the item before them. */
function nest(list: Element): void {
  const items: Child[] = [];
  for (const child of childrenOf(list)) {
    const last = items.at(-1);
    if (isElement(child) && child.tagName === 'li') items.push(child);
    else if (isBlank(child)) continue;
    else if (isElement(last)) last.children.push(child as Element);
    else items.push(element('li', [child]));
  }
  setChildren(list, items);
  for (const item of items) if (isElement(item)) tellTask(item);
}

/** An item that is a box of a list of tasks. */
function tellTask(item: Element): void {
  if (attribute(item, 'role') !== 'checkbox') return;
  const checked = attribute(item, 'ariaChecked') === 'true';
  item.children.unshift(element('input', [], { type: 'checkbox', checked }));
}
