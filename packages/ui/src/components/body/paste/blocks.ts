import type { Element, Root } from 'hast';
import {
  attribute,
  type Child,
  childrenOf,
  eachElement,
  element,
  hasBlocks,
  isBlank,
  isElement,
  isInline,
  type Parent,
  setChildren,
  textOf,
} from './hast.ts';
import { isMonospaced } from './styles.ts';
import type { Work } from './turns.ts';

/** Headings, quotations, code and tables as a page would write them. */
export function* mendBlocks(root: Root): Work {
  const all: Element[] = [];
  eachElement(root, (node) => all.push(node));
  for (const node of all) {
    if (node.tagName === 'table') mendTable(node);
    else mendRole(node);
    yield;
  }
  yield* unwrapLayouts(root);
  yield* findCode(root);
}

/** Headings and quotations that are only told by a class or a role. */
function mendRole(node: Element): void {
  if (node.tagName !== 'p' && node.tagName !== 'div') return;
  const classes = attribute(node, 'className');
  const level = Number(attribute(node, 'ariaLevel')) || 2;
  if (attribute(node, 'role') === 'heading') node.tagName = `h${Math.min(Math.max(level, 1), 6)}`;
  else if (/\bMsoTitle\b/.test(classes)) node.tagName = 'h1';
  else if (/\bMso(?:Intense)?Quote/.test(classes)) Object.assign(node, element('blockquote', [element('p', node.children)]));
}

const CELLS = /^t[dh]$/;

function rowsOf(table: Element): Element[] {
  const rows: Element[] = [];
  const find = (parent: Element): void => {
    for (const child of parent.children) {
      if (!isElement(child) || child.tagName === 'table') continue;
      if (child.tagName === 'tr') rows.push(child);
      else find(child);
    }
  };
  find(table);
  return rows;
}

const cellsOf = (row: Element): Element[] =>
  row.children.filter((child): child is Element => isElement(child) && CELLS.test(child.tagName));

/** The first row is the head, as Markdown requires; a cell is one line. */
function mendTable(table: Element): void {
  if (isLayout(table)) {
    table.properties['role'] = 'presentation';
    return;
  }
  const rows = rowsOf(table).filter((row) => cellsOf(row).some((cell) => textOf(cell).trim() !== '' || hasPicture(cell)));
  const [head] = rows;
  for (const cell of head === undefined ? [] : cellsOf(head)) cell.tagName = 'th';
  for (const row of rows) {
    const cells = cellsOf(row);
    for (const cell of cells) setChildren(cell, inLine(cell));
    setChildren(row, cells);
  }
  setChildren(table, rows);
}

/** A table of one column, or around another, places what a page shows. */
function isLayout(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role'))) return true;
  const rows = rowsOf(table);
  let isAroundOther = false;
  for (const child of table.children)
    eachElement(child, ({ tagName }) => {
      isAroundOther ||= tagName === 'table';
    });
  return isAroundOther || rows.every((row) => cellsOf(row).filter((cell) => textOf(cell).trim() !== '' || hasPicture(cell)).length < 2);
}

function hasPicture(node: Element): boolean {
  return node.children.some((child) => isElement(child) && (child.tagName === 'img' || hasPicture(child)));
}

/** The content of a cell, with breaks between its blocks. */
function inLine(cell: Element): Child[] {
  const line: Child[] = [];
  const lineBreak = (): void => {
    if (line.length > 0 && !isBreak(line.at(-1))) line.push(element('br', []));
  };
  const take = (parent: Element): void => {
    for (const child of parent.children) {
      if (!isElement(child)) {
        if (!isBlank(child) || isInline(parent)) line.push(child);
      } else if (isInline(child) && !hasBlocks(child)) line.push(child);
      else if (child.tagName === 'pre') line.push(element('code', [{ type: 'text', value: textOf(child).replaceAll(/\s+/g, ' ') }]));
      else {
        lineBreak();
        if (child.tagName === 'li') line.push({ type: 'text', value: '• ' });
        take(child);
        lineBreak();
      }
    }
  };
  take(cell);
  while (isBreak(line.at(-1))) line.pop();
  return line;
}

function isBreak(node: Child | undefined): boolean {
  return isElement(node) && node.tagName === 'br';
}

function* unwrapLayouts(parent: Parent | Element): Work {
  for (const child of parent.children) if (isElement(child)) yield* unwrapLayouts(child);
  yield;
  const children = (parent.children as Child[]).flatMap((child): Child[] => {
    if (!isElement(child)) return [child];
    if (child.tagName !== 'table' || attribute(child, 'role') !== 'presentation') return [child];
    return rowsOf(child).flatMap((row) => cellsOf(row).map((cell) => element('div', cell.children)));
  });
  setChildren(parent, children);
}

/** Paragraphs one after another that are set in a monospaced font are a block of code. */
function* findCode(parent: Parent | Element): Work {
  const children: Child[] = [];
  let run: Element[] = [];
  const end = (): void => {
    const isBlock = run.length > 1 || run.some((each) => each.children.some(hasBreak));
    if (isBlock) children.push(element('pre', [element('code', [{ type: 'text', value: `${run.map(linesOf).join('\n')}\n` }])]));
    else children.push(...run);
    run = [];
  };
  const isAll = (parent.children as Child[]).every((child) => isBlank(child) || isCode(child));
  for (const child of parent.children as Child[]) {
    if (!isAll && isCode(child)) run.push(child);
    else if (run.length === 0 || !isBlank(child)) {
      end();
      children.push(child);
      if (isElement(child) && child.tagName !== 'pre') yield* findCode(child);
    }
  }
  end();
  setChildren(parent, children);
  yield;
}

function isCode(node: Child): node is Element {
  return isElement(node) && (node.tagName === 'p' || node.tagName === 'div') && !hasBlocks(node) && isMonospaced(node);
}

function hasBreak(node: Child): boolean {
  return isBreak(node) || childrenOf(node).some(hasBreak);
}

function linesOf(node: Child): string {
  if (node.type === 'text') return node.value.replaceAll('\u00a0', ' ');
  return isBreak(node) ? '\n' : childrenOf(node).map(linesOf).join('');
}

/** Elements that only group what a page shows. */
const GROUPS = new Set('address article aside body center div fieldset footer form header hgroup html main nav section'.split(' '));

/**
 * The blocks of the page, out of the elements that group them, so that they can be written one by one. An element of the line that is around
 * several blocks, such as one that makes them bold, is around each of them afterwards.
 */
export function* blocksOf(root: Root): Work<Child[]> {
  const blocks: Child[] = [];
  let line: Child[] = [];
  const add = (block: Child, around: readonly Element[]): void => {
    blocks.push(around.reduceRight((inner, { tagName, properties }) => element(tagName, [inner], properties), block));
  };
  const end = (around: readonly Element[]): void => {
    if (line.some((child) => !isBlank(child) && !isBreak(child))) add(element('p', line), around);
    line = [];
  };
  const take = function* (nodes: readonly Child[], around: readonly Element[]): Work {
    for (const node of nodes) {
      if (isInline(node) && !hasBlocks(node)) line.push(node);
      else {
        end(around);
        if (!isElement(node)) continue;
        if (isInline(node)) yield* take(node.children, [...around, node]);
        else if (GROUPS.has(node.tagName)) yield* take(node.children, around);
        else add(node, around);
      }
      yield;
    }
    end(around);
  };
  yield* take(root.children, []);
  return blocks;
}
