import { defaultSchema, type Options } from 'rehype-sanitize';

/** Attributes that are allowed on any element: none of them runs, loads or submits anything. */
const EVERYWHERE = [
  'align',
  'alt',
  'colSpan',
  'dateTime',
  'dir',
  'headers',
  'height',
  'id',
  'lang',
  'open',
  'rowSpan',
  'scope',
  'span',
  'start',
  'title',
  'value',
  'width',
];

const MORE_ELEMENTS = [
  'abbr',
  'address',
  'aside',
  'caption',
  'cite',
  'col',
  'colgroup',
  'figcaption',
  'figure',
  'mark',
  'small',
  'time',
  'u',
  'wbr',
];

/** Elements that are removed with their content; any other element that is not allowed is replaced by its content. */
const STRIPPED = [
  'applet',
  'audio',
  'base',
  'canvas',
  'embed',
  'frame',
  'frameset',
  'head',
  'iframe',
  'link',
  'math',
  'meta',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
];

/**
 * The allow-list for rendered bodies: the elements of text, tables, figures and footnotes; no style, script, form, frame or event handler.
 * URLs are http, https, mailto or tel, or relative; an image may also be data (see `cleanImages`). Ids and names get a prefix, so that they
 * cannot collide with those of the page.
 */
export const bodySchema: Options = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    '*': EVERYWHERE,
    img: ['src', 'srcSet', 'sizes', 'longDesc'],
    source: ['srcSet', 'sizes'],
    div: [],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
  },
  protocols: {
    cite: ['http', 'https'],
    href: ['http', 'https', 'mailto', 'tel'],
    longDesc: ['http', 'https'],
    src: ['http', 'https', 'data'],
  },
  strip: STRIPPED,
  tagNames: [...(defaultSchema.tagNames ?? []), ...MORE_ELEMENTS],
};
