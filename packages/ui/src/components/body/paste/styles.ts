import type { Element } from 'hast';
import { attribute, type Child, childrenOf, declarationsOf, isElement } from './hast.ts';

/** What a run of text is, as Markdown can say it; from the outermost mark to the innermost. */
export const MARKS = ['delete', 'strong', 'emphasis', 'code'] as const;
export type Mark = (typeof MARKS)[number];
export type Marks = Readonly<Record<Mark, boolean>>;

export const PLAIN: Marks = { delete: false, strong: false, emphasis: false, code: false };

const TAGS: Readonly<Record<string, Mark>> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  s: 'delete',
  strike: 'delete',
  del: 'delete',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

const MONOSPACED = /\b(?:courier|consolas|menlo|monaco|monospace|sfmono|inconsolata)\b|\bmono\b/;
const BOLD_FROM = 600;

/** Blocks whose styles are those of the page's design, never emphasis. */
const DESIGNED = /^(?:h[1-6]|t[hdr]|table|thead|tbody|li|ul|ol|dl|dt|dd|blockquote|figcaption|figure|body|pre|x-note)$/;

/** The marks that the styles of an element set or take away. */
function styleMarks(node: Element): Partial<Marks> {
  const style = declarationsOf(node);
  if (DESIGNED.test(node.tagName)) return {};
  const weight = style.get('font-weight');
  const slant = style.get('font-style');
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  const font = style.get('font-family') ?? attribute(node, 'face').toLowerCase();
  return {
    ...(weight !== undefined && { strong: weight.startsWith('bold') || Number(weight) >= BOLD_FROM }),
    ...(slant !== undefined && { emphasis: /^(?:italic|oblique)/.test(slant) }),
    ...(line.includes('line-through') && { delete: true }),
    ...(MONOSPACED.test(font) && { code: true }),
  };
}

/** Which marks are not written. */
export interface MarkRules {
  /** Those that styles set everywhere. */
  readonly design: ReadonlySet<Mark>;
  /** In headings and heads of tables, which are bold by themselves. */
  readonly isHead: boolean;
}

/** The marks of what is in an element: by its tag, and by its styles, which win. */
export function marksIn(node: Element, around: Marks, { design, isHead }: MarkRules): Marks {
  const tag = TAGS[node.tagName];
  const styles: Partial<Record<Mark, boolean>> = styleMarks(node);
  for (const mark of design) if (styles[mark] === true) delete styles[mark];
  return { ...around, ...(tag !== undefined && { [tag]: true }), ...styles, ...(isHead && { strong: false }) };
}

export function isHead({ tagName }: Element): boolean {
  return /^(?:h[1-6]|th)$/.test(tagName);
}

/** Whether everything in an element is set in a monospaced font. */
export function isMonospaced(node: Element): boolean {
  const check = (each: Element, isInside: boolean): boolean =>
    each.children.every((child) => {
      if (child.type === 'text') return isInside || child.value.trim() === '';
      if (!isElement(child) || child.tagName === 'br') return true;
      return check(child, isInside || styleMarks(child).code === true);
    });
  return (
    node.children.some((child) => child.type !== 'text' || child.value.trim() !== '') &&
    hasText(node) &&
    check(node, styleMarks(node).code === true)
  );
}

function hasText(node: Child): boolean {
  return node.type === 'text' ? node.value.trim() !== '' : childrenOf(node).some(hasText);
}

/**
 * Finds the marks that styles set on everything, which are the design of the page that was copied and no emphasis. Bold headings do not
 * count.
 */
export class Design {
  #letters = 0;
  #blocks = 0;
  readonly #counts: Record<Mark, number> = { delete: 0, strong: 0, emphasis: 0, code: 0 };

  /** Counts further blocks of the page. */
  count(nodes: readonly Child[], around: Marks = PLAIN): void {
    for (const node of nodes) {
      if (node.type === 'text') {
        const letters = node.value.trim().length;
        this.#letters += letters;
        for (const mark of MARKS) if (around[mark]) this.#counts[mark] += letters;
      } else if (isElement(node) && !isHead(node) && node.tagName !== 'pre') {
        if (/^(?:p|div|li)$/.test(node.tagName)) this.#blocks += 1;
        this.count(node.children, { ...around, ...styleMarks(node) });
      }
    }
  }

  get marks(): ReadonlySet<Mark> {
    return new Set(this.#blocks > 1 && this.#letters > 0 ? MARKS.filter((mark) => this.#counts[mark] === this.#letters) : []);
  }
}
