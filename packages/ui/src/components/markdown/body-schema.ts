import { defaultSchema, type Options } from 'rehype-sanitize';

/** Attributes that any element may have: none of them runs, loads or submits anything. */
const EVERYWHERE = 'align alt colSpan dateTime dir headers height id lang open rowSpan scope span start title value width'.split(' ');

const MORE_ELEMENTS = 'abbr address aside caption cite col colgroup figcaption figure mark small time u wbr'.split(' ');

/** Elements that go with all that is in them; any other that is not allowed goes and leaves its text. */
const STRIPPED =
  'applet audio base canvas embed frame frameset head iframe link math meta noembed noframes noscript object plaintext script select style svg template textarea title video xmp'.split(
    ' ',
  );

/** What a body may hold: the same as where `@colophon/content` renders it, which a test compares. */
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

/** The same without anything that is loaded. */
export const textSchema: Options = {
  ...bodySchema,
  tagNames: (bodySchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'source' && name !== 'picture'),
};
