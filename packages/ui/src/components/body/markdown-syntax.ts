import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { MarkdownConfig, MarkdownParser } from '@lezer/markdown';

/** `[^label]` where it stands in a sentence. */
const REFERENCE = /^\[\^([^\s[\]]{1,200})\]/;
/** The beginning of a note: `[^label]:`. */
const DEFINITION = /^\[\^([^\s[\]]{1,200})\]:[ \t]*/;
/** Spaces from which a line is code. */
const CODE_INDENT = 4;

/** Footnotes as GitHub writes them, which the parser lacks: references, and notes of one paragraph. */
const footnotes: MarkdownConfig = {
  defineNodes: [
    { name: 'FootnoteReference', style: tags.link },
    { name: 'FootnoteDefinition', block: true },
    { name: 'FootnoteMark', style: tags.processingInstruction },
    { name: 'FootnoteLabel', style: tags.labelName },
  ],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(context, next, at) {
        const [whole, label] = next === '['.charCodeAt(0) ? (REFERENCE.exec(context.slice(at, Math.min(context.end, at + 210))) ?? []) : [];
        if (whole === undefined || label === undefined) return -1;
        const end = at + whole.length;
        const parts = [
          context.elt('FootnoteMark', at, at + 2),
          context.elt('FootnoteLabel', at + 2, end - 1),
          context.elt('FootnoteMark', end - 1, end),
        ];
        return context.addElement(context.elt('FootnoteReference', at, end, parts));
      },
    },
  ],
  parseBlock: [
    {
      name: 'FootnoteDefinition',
      before: 'LinkReference',
      leaf: (_context, { content }) =>
        DEFINITION.test(content)
          ? {
              nextLine: () => false,
              finish(context, leaf) {
                const [whole = '', label = ''] = DEFINITION.exec(leaf.content) ?? [];
                const { start } = leaf;
                const parts = [
                  context.elt('FootnoteMark', start, start + 2),
                  context.elt('FootnoteLabel', start + 2, start + 2 + label.length),
                  context.elt('FootnoteMark', start + 2 + label.length, start + label.length + 4),
                  ...context.parser.parseInline(leaf.content.slice(whole.length), start + whole.length),
                ];
                context.addLeafElement(leaf, context.elt('FootnoteDefinition', start, start + leaf.content.length, parts));
                return true;
              },
            }
          : null,
      endLeaf: (_context, line) => line.indent < line.baseIndent + CODE_INDENT && DEFINITION.test(line.text.slice(line.pos)),
    },
  ],
  // They are not what readers are shown: the renderer knows GitHub's Markdown.
  remove: ['Subscript', 'Superscript', 'Emoji'],
};

/** GitHub's Markdown, as readers are shown it, with footnotes. Commands of lists and quotations take it for their own. */
export const bodyLanguage = new Language(
  markdownLanguage.data,
  (markdownLanguage.parser as MarkdownParser).configure(footnotes),
  [],
  'markdown',
);
