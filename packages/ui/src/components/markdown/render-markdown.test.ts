import { renderBody } from '@colophon/content';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

/** Bodies of every kind that the server renders, and of those that attack whoever shows them. */
const BODIES = [
  '# News\n\nA **bold** ~~step~~, see https://example.org.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n',
  'Note[^1] and [up](#top) <a id="top"></a>\n\n[^1]: The note',
  '<figure>\n<img src="/a.png" alt="A" srcset="/a.png 1x, javascript:1 2x">\n<figcaption>Cap</figcaption>\n</figure>',
  '<script>alert(1)</script><img src=x onerror=alert(1)><a href="java&#9;script:alert(1)">a</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>"><img src="data:image/png;base64,AAAA">',
  '<style>*{}</style><p style="x" class="y" onclick="z" id="document">t</p><form><input name=a></form><iframe src=x></iframe>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '[a](javascript:alert(1)) ![b](javascript:alert(1)) <javascript:alert(1)> [c][d]\n\n[d]: vbscript:x',
];

describe('rendering in the browser', () => {
  it.each(BODIES)('renders %j like the server', async (body) => {
    for (const format of ['markdown', 'html'] as const)
      expect(renderMarkdown(body, { format })).toBe(await renderBody({ body, bodyFormat: format }));
  });

  it('renders any text like the server', async () => {
    const part = fc.oneof(
      fc.constantFrom('<', '>', '"', '](', '![', '\n\n', '&colon;', '<img src=', ' onerror=x', 'javascript:x', '<svg>', '</p>', '`', '* '),
      fc.string({ maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 25 }), async (parts) => {
        const body = parts.join('');
        expect(renderMarkdown(body)).toBe(await renderBody({ body, bodyFormat: 'markdown' }));
      }),
      { numRuns: 200 },
    );
  });

  it('loads nothing without pictures, and opens links in a new tab', () => {
    const body =
      '![a](https://x.example/a.png) <img src="/b.png" srcset="/c.png 2x"> <picture><source srcset="/d.png"></picture> [l](https://x.example)';
    const html = renderMarkdown(body, { pictures: false });
    expect(html).not.toMatch(/img|source|srcset|\.png/);
    expect(html).toContain('<a href="https://x.example" target="_blank" rel="noopener noreferrer">l</a>');
  });

  it('leaves bare URLs as text for texts of models, and links with a text of their own', () => {
    const body = 'https://x.example/?d=ä <https://x.example/b> www.x.example a@x.example [l](https://x.example)';
    const html = renderMarkdown(body, { pictures: false, automaticLinks: false });
    expect(html.match(/<a [^>]*>[^<]*/g)).toEqual(['<a href="https://x.example" target="_blank" rel="noopener noreferrer">l']);
    expect(html).toContain('https://x.example/?d=ä');
    expect(renderMarkdown(body, { pictures: false }).match(/<a /g)).toHaveLength(5);
  });

  it('shows boxes of tasks as characters without pictures, since they have no name', () => {
    const html = renderMarkdown('- [x] done\n- [ ] open\n\n<input name="a">', { pictures: false });
    expect(html).not.toContain('<input');
    expect(html).toMatch(/☑ done[^]*☐ open/);
  });

  it('rejects texts that are too long or nested too deeply, so that their source is shown', () => {
    expect(() => renderMarkdown('x'.repeat(200_001))).toThrow('too_complex');
    expect(() => renderMarkdown('> '.repeat(20_000))).toThrow(RangeError);
  });
});
