import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Content, contentToString, MarkdownError, stringToContent } from '../index.ts';

const faultOf = (text: string): MarkdownError => {
  try {
    stringToContent(text);
  } catch (error) {
    if (error instanceof MarkdownError) return error;
    throw error;
  }
  throw new Error('Expected an error.');
};

describe('parsing Markdown', () => {
  it('parses columns and their aliases, and keeps unknown keys', () => {
    const read = stringToContent(
      [
        '---',
        'title: Budget approved',
        'date: 2015-09-21 16:52:00 -4',
        'excerpt: In short',
        'description: For search engines',
        'authors: [gray, kate]',
        'tags:',
        '  - open source',
        '  - 18F',
        'layout: post',
        'image:',
        'hero: false',
        '---',
        '',
        'The council …',
        '',
      ].join('\n'),
    );
    expect(read).toEqual({
      title: 'Budget approved',
      publish_date: '2015-09-21T20:52:00.000Z',
      description: 'In short',
      authors: ['gray', 'kate'],
      tags: ['open source', '18F'],
      metadata: { frontMatter: { description: 'For search engines', layout: 'post', image: null, hero: false } },
      body: '\nThe council …\n',
    });
  });

  it.each([
    ['no front matter', 'Just text\n', 'Just text\n'],
    ['an empty file', '', ''],
    ['a rule further down', 'Text\n\n---\n\ntitle: not front matter\n\n---\n', 'Text\n\n---\n\ntitle: not front matter\n\n---\n'],
    ['a rule after an empty line', '\n---\ntitle: x\n---\n', '\n---\ntitle: x\n---\n'],
    ['four hyphens', '----\ntitle: x\n----\n', '----\ntitle: x\n----\n'],
    ['hyphens with text', '--- title\n', '--- title\n'],
  ])('treats the entire file as the body with %s', (_name, text, body) => {
    expect(stringToContent(text)).toEqual({ body });
  });

  it.each([
    ['CRLF', '---\r\ntitle: x\r\n---\r\nBody\r\n', 'Body\r\n'],
    ['a byte order mark', '\uFEFF---\ntitle: x\n---\nBody\n', 'Body\n'],
    ['spaces after the lines', '---  \ntitle: x\n--- \t\nBody\n', 'Body\n'],
    ['dots at the end', '---\ntitle: x\n...\nBody\n', 'Body\n'],
    ['no line end at the end', '---\ntitle: x\n---', ''],
    ['a rule in the body', '---\ntitle: x\n---\n\n---\n\nBody\n', '\n---\n\nBody\n'],
    ['odd spacing', '---\n\ntitle:    x   \n\n\n---\n\n\n  Body', '\n\n  Body'],
    ['hyphens inside a value', '---\ntitle: |\n  x\n---\nBody', 'Body'],
  ])('parses front matter with %s', (_name, text, body) => {
    const read = stringToContent(text);
    expect(read.title?.trim()).toBe('x');
    expect(read.body).toBe(body);
  });

  it.each(['+++\ntitle="no end"\nBody\n', '+++\n[params]\nx = 1\n'])('rejects TOML that is never closed, as text for nobody', (text) => {
    expect(faultOf(text).code).toBe('front_matter_not_yaml');
  });

  it('parses empty front matter, and treats empty values as missing', () => {
    expect(stringToContent('---\n---\nBody')).toEqual({ body: 'Body' });
    expect(stringToContent('---\n# a comment\n---\nBody')).toEqual({ body: 'Body' });
    expect(stringToContent('---\ntitle:\ntags:\n---\n')).toEqual({ metadata: { frontMatter: { title: null, tags: null } }, body: '' });
  });

  it('parses quoted values with insufficiently indented lines, like site generators', () => {
    const read = stringToContent('---\ntitle: "It began\nin spring"\nexcerpt: \'Don\'\'t\n\nstop\'\nlist:\n- "one\ntwo"\n---\n');
    expect(read).toMatchObject({
      title: 'It began in spring',
      description: "Don't\nstop",
      metadata: { frontMatter: { list: ['one two'] } },
    });
  });

  it('does not change valid YAML, including quotes at the edge of a text', () => {
    const read = stringToContent('---\nsource: |-\n\n  "\nlayout:\n- "": ""\n---\n');
    expect(read).toEqual({ source: '\n"', metadata: { frontMatter: { layout: [{ '': '' }] } }, body: '' });
  });

  it('converts scalars of every kind to text for text columns', () => {
    const read = stringToContent('---\ntitle: 2014\nslug: 007\ncategory: true\ntags: 18\nauthor: Ada, Grace\n---\n');
    expect(read).toMatchObject({ title: '2014', slug: '007', category: 'true', tags: ['18'], authors: ['Ada', 'Grace'] });
  });

  it('keeps the spelling of numbers that JSON cannot represent', () => {
    const read = stringToContent('---\na: 12345678901234567890\nb: .inf\nc: .nan\nd: 1.5\n---\n');
    expect(read.metadata).toEqual({ frontMatter: { a: '12345678901234567890', b: '.inf', c: '.nan', d: 1.5 } });
  });

  it('keeps a column’s name as unknown if its value has another meaning', () => {
    const read = stringToContent('---\nstate: California\nurl: /about/\nbodyFormat: 3\ncontext: [a]\n---\n');
    expect(read).toEqual({ metadata: { frontMatter: { state: 'California', url: '/about/', bodyFormat: 3, context: ['a'] } }, body: '' });
  });

  it.each(['published: false', 'draft: true'])('takes %s for a draft', (line) => {
    expect(stringToContent(`---\n${line}\n---\n`)).toMatchObject({ status: 'draft' });
  });

  it.each([
    ['front_matter_unclosed', '---\ntitle: x\n\nBody', 1, 1],
    ['front_matter_not_a_mapping', '---\njust words\n---\n', 1, 1],
    ['front_matter_not_a_mapping', '---\n- a\n- b\n---\n', 1, 1],
    ['front_matter_syntax', '---\ntitle: x\nbad: [1, 2\n---\n', 4, 1],
    ['front_matter_syntax', '---\ntitle: "never closed\ndate: 2014-01-01\n---\n', 2, 1],
    ['front_matter_syntax', '---\ntitle: one\ndate: 2014-01-01\ntitle: two\n---\n', 4, 1],
    ['front_matter_syntax', '---\r\ntitle: one\r\na: b: c\r\n---\r\n', 3, 4],
    ['bad_date', '---\ntitle: x\n\ndate: someday\n---\n', 4, 1],
    ['bad_date', '---\ndate: 2015-02-30\n---\n', 2, 1],
    ['bad_value', '---\ntitle: [a]\n---\n', 2, 1],
    ['bad_value', '---\nstatus: live\n---\n', 2, 1],
    ['bad_value', '---\nslug: a/b\n---\n', 2, 1],
    ['bad_value', '---\ntags: {a: 1}\n---\n', 2, 1],
    ['bad_key', '---\na: 1\n__proto__: {x: 1}\n---\n', 3, 1],
    ['bad_key', '---\na:\n  __proto__: 1\n---\n', 3, 3],
    ['bad_key', '---\n[a, b]: 1\n---\n', 2, 1],
    ['bad_value', '---\ntitle: "a\\0b"\n---\n', 2, 8],
    ['front_matter_too_large', `---\na: ${'['.repeat(80)}${']'.repeat(80)}\n---\n`, 2, 74],
  ])('reports %s with its position', (code, text, line, column) => {
    expect(faultOf(text)).toMatchObject({ code, status: 422, line, column });
    expect(faultOf(text).message).toContain(`Line ${line}, column ${column}: `);
  });

  it('limits the expansion of aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `a${level}: &a${level} [${Array(10)
          .fill(level === 0 ? 'x' : `*a${level - 1}`)
          .join(', ')}]`,
    );
    expect(faultOf(`---\n${levels.join('\n')}\n---\n`).code).toBe('front_matter_too_large');
  });

  it.each(['[', '{a: ', '- '])('rejects tens of thousands of nested levels: %j', (opening) => {
    expect(['front_matter_too_large', 'front_matter_syntax']).toContain(faultOf(`---\na:\n  ${opening.repeat(20_000)}\n---\n`).code);
  });

  it('never throws any other error', () => {
    const piece = fc.oneof(
      fc.constantFrom('---', '\n', '\r\n', ': ', '- ', '"', "'", '&a', '*a', '<<', '{', '[', '#', '|', '>', 'title', '\t', '!!binary '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          stringToContent(`---\n${pieces.join('')}\n---\nBody`);
        } catch (error) {
          if (!(error instanceof MarkdownError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('serializing Markdown', () => {
  it('writes values that differ from the defaults, and no internal fields', () => {
    const content = new Content({
      title: 'Budget: approved',
      type: 'article',
      slug: 'budget',
      tags: ['yes', '2014'],
      metadata: { deep: { er: 1 }, frontMatter: { layout: 'wide' } },
      body: 'Text\n',
    });
    expect(contentToString(content)).toBe(
      [
        '---',
        'title: "Budget: approved"',
        'slug: budget',
        'type: article',
        'status: draft',
        'tags:',
        '  - "yes"',
        '  - "2014"',
        'metadata:',
        '  deep:',
        '    er: 1',
        'layout: wide',
        '---',
        'Text',
        '',
      ].join('\n'),
    );
  });

  it('never writes unknown front matter that would set a column', () => {
    const frontMatter = {
      status: 'published',
      publishAt: '2026-01-01',
      title: 'Other',
      tags: ['x'],
      date: '2026-01-01',
      author: 'x',
      metadata: { a: 1 },
      state: 'California',
      description: 'Other',
    };
    const content = new Content({ title: 'Draft', slug: 'draft', metadata: { frontMatter } });
    expect(stringToContent(contentToString(content))).toEqual({
      title: 'Draft',
      slug: 'draft',
      type: 'content',
      status: 'draft',
      metadata: { frontMatter: { state: 'California' } },
      body: '',
    });
  });

  it('keeps a separate description next to the excerpt that became the description', () => {
    const content = new Content({ title: 'x', slug: 'x', description: 'short', metadata: { frontMatter: { description: 'for engines' } } });
    expect(stringToContent(contentToString(content))).toMatchObject({
      description: 'short',
      metadata: { frontMatter: { description: 'for engines' } },
    });
  });

  const word = fc.string({ unit: 'grapheme', maxLength: 40 });
  const line = fc
    .oneof(
      word,
      fc.string({ unit: 'binary-ascii', maxLength: 40 }),
      fc.constantFrom(
        '---',
        '...',
        'yes',
        'null',
        '~',
        '1e3',
        '0x1F',
        '2014-01-01',
        ' x ',
        '# x',
        '- x',
        'a: b',
        "it's",
        '"q"',
        'a\n---\nb',
        'a\r\nb',
        '\uFEFFx',
        '\u2028',
        '\u0085',
      ),
    )
    .filter((value) => !value.includes('\0') && value.isWellFormed());
  const filled = line.filter((value) => value.trim() !== '');
  const moment = fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const json = fc
    .jsonValue({ maxDepth: 3, noUnicodeString: false } as never)
    .filter((value) => !JSON.stringify(value).includes('__proto__') && !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)));
  const columns = fc.record(
    {
      title: filled,
      slug: fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,30}$/),
      context: line,
      type: fc.constantFrom('article', 'document', 'mirror', 'content', 'yes'),
      variant: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,30}$/),
      status: fc.constantFrom('draft', 'review', 'published', 'archived', 'deleted'),
      state: fc.constantFrom('active', 'highlighted', 'deprecated'),
      category: line,
      tags: fc.array(filled, { maxLength: 4 }),
      authors: fc.array(filled, { maxLength: 4 }),
      language: fc.constantFrom('en', 'pt-BR', 'zh-Hant-TW', 'de-1996'),
      url: fc.webUrl(),
      source: line,
      publish_date: moment,
      publishAt: moment,
      unpublishAt: moment,
      description: line,
      bodyFormat: fc.constantFrom('markdown', 'html'),
      thumbnailAssetId: line,
      body: fc.oneof(fc.string({ unit: 'binary' }), line, fc.constantFrom('---\nx', '\n\n', '\uFEFFbody', '\r\n---\r\n')),
      metadata: fc.dictionary(
        filled.filter((name) => name !== '__proto__' && name !== 'frontMatter'),
        json,
        { maxKeys: 4 },
      ),
    },
    { requiredKeys: ['title', 'slug', 'type', 'status', 'body', 'metadata'] },
  );

  it('is parsed back unchanged, byte for byte', () => {
    fc.assert(
      fc.property(
        columns,
        fc.dictionary(fc.constantFrom('layout', 'image', 'hero', 'x y', 'true', '1', 'a: b', '#'), json, { maxKeys: 4 }),
        (data, unknown) => {
          const metadata = { ...data.metadata, ...(Object.keys(unknown).length > 0 ? { frontMatter: unknown } : {}) };
          const content = new Content({ ...data, metadata } as never);
          const read = new Content(stringToContent(contentToString(content)) as never);
          expect(read.toJSON()).toEqual(content.toJSON());
        },
      ),
      { numRuns: 500 },
    );
  });
});
