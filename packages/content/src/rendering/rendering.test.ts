import { threadCpuUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlToMarkdown, renderBody } from '../index.ts';
import { TextWorkers } from './text-workers.ts';

const markdown = (body: string) => renderBody({ body, bodyFormat: 'markdown' });
const html = (body: string) => renderBody({ body, bodyFormat: 'html' });

interface ParsedNode {
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: ParsedNode[];
  content?: ParsedNode;
}

/** Everything in a piece of HTML, as a browser's parser sees it, that could run, load or submit something. */
function dangersIn(rendered: string): string[] {
  const dangers: string[] = [];
  const waiting: ParsedNode[] = [parseFragment(rendered) as unknown as ParsedNode];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (
      /^(?:script|style|iframe|object|embed|svg|math|form|button|link|meta|base|template|frame|frameset|video|audio)$/.test(
        node.tagName ?? '',
      )
    )
      dangers.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs ?? []) {
      const address = value.replaceAll(/[\s\p{Cc}]/gu, '').toLowerCase();
      const runs = /^(?:javascript|vbscript|data|file|blob):/.test(address) && !/^data:image\/(?:png|gif|jpe?g|webp);/.test(address);
      if (
        name.startsWith('on') ||
        name === 'style' ||
        name === 'srcdoc' ||
        name === 'formaction' ||
        runs ||
        (name === 'srcset' && /script:|data:/.test(address))
      )
        dangers.push(`${name}=${value}`);
    }
    waiting.push(...(node.childNodes ?? []), ...(node.content ? [node.content] : []));
  }
  return dangers;
}

/**
 * How long this thread was busy, in milliseconds of the processor: what waits for the event loop never waits longer. Time on
 * the clock would also count what other processes take from this one.
 */
class BusyTime {
  readonly #before = threadCpuUsage();

  milliseconds(): number {
    const { user, system } = threadCpuUsage(this.#before);
    return (user + system) / 1000;
  }
}

describe('rendering a body', () => {
  it('renders GitHub-flavoured Markdown', async () => {
    expect(
      await markdown('# News\n\nA **bold** ~~step~~, see https://example.org.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n'),
    ).toBe(
      [
        '<h1>News</h1>',
        '<p>A <strong>bold</strong> <del>step</del>, see <a href="https://example.org">https://example.org</a>.</p>',
        '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>',
        '<ul class="contains-task-list">\n<li class="task-list-item"><label><input type="checkbox" checked disabled> done</label></li>\n</ul>',
      ].join('\n'),
    );
  });

  it('names the boxes of tasks by their text', async () => {
    expect(await markdown('- [ ] call *Ada*\n  - [x] twice\n')).toBe(
      '<ul class="contains-task-list">\n<li class="task-list-item"><label><input type="checkbox" disabled> call <em>Ada</em>\n</label><ul class="contains-task-list">\n<li class="task-list-item"><label><input type="checkbox" checked disabled> twice</label></li>\n</ul>\n</li>\n</ul>',
    );
    expect(await markdown('- [ ] one\n\n  two\n')).toContain('<p><label><input type="checkbox" disabled> one</label></p>\n<p>two</p>');
    expect(await html('<p>a <input type="checkbox"> b <input type="checkbox"> c</p>')).toBe(
      '<p>a <label><input type="checkbox" disabled> b </label><label><input type="checkbox" disabled> c</label></p>',
    );
  });

  it('keeps figures and images, and HTML inside Markdown', async () => {
    expect(
      await markdown('<figure>\n<img src="/a.png" alt="A" width="20">\n<figcaption>Cap *not* read</figcaption>\n</figure>\n\nText'),
    ).toBe('<figure>\n<img src="/a.png" alt="A" width="20">\n<figcaption>Cap *not* read</figcaption>\n</figure>\n<p>Text</p>');
  });

  it('makes footnotes and links to places in the body lead there, under names of their own', async () => {
    const rendered = await markdown('Note[^1] and [up](#top) <a id="top"></a>\n\n[^1]: The note');
    const ids = new Set([...rendered.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    const targets = [...rendered.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.length).toBe(3);
    for (const target of targets) expect(ids).toContain(target);
    for (const id of ids) expect(id).toMatch(/^user-content-/);
  });

  it('renders HTML bodies as they are, but for what is not allowed', async () => {
    expect(await html('<p class="x" style="color:red">A *star* <b>bold</b></p>')).toBe('<p>A *star* <b>bold</b></p>');
  });

  const HOSTILE: [string, string][] = [
    ['a script', '<script>alert(1)</script>'],
    ['a script in capitals and pieces', '<ScRiPt src=//x></sCrIpT><scr<script>ipt>alert(1)</scr</script>ipt>'],
    ['a style', '<style>body{background:url(javascript:alert(1))}</style><p style="background:url(x)">'],
    ['an event handler', '<img src=x onerror=alert(1)><b onclick="x">b</b><details open ontoggle=alert(1)>'],
    ['a handler glued to a quote', '<img src="x"onerror="alert(1)"><a href="x"onmouseover=alert(1)>a</a><img/src=x/onerror=alert(1)>'],
    ['a handler after a backtick', '<img src=`x`onerror=alert(1)>'],
    [
      'a javascript address',
      '<a href="javascript:alert(1)">a</a> [b](javascript:alert(1)) ![c](javascript:alert(1)) <javascript:alert(1)>',
    ],
    [
      'an encoded scheme',
      '<a href="&#106;avascript&colon;alert(1)">a</a><a href="java&#9;script:alert(1)">b</a><a href=" &#14; javascript:alert(1)">c</a>',
    ],
    ['an encoded scheme in Markdown', '[a](&#x6A;avascript:alert(1)) [b](javascript&#58;alert(1)) [c](<java\tscript:alert(1)>)'],
    [
      'another scheme that runs',
      '<a href="vbscript:x">a</a><a href="data:text/html,<script>alert(1)</script>">b</a><a href="file:///etc/passwd">c</a>',
    ],
    [
      'data that is no plain image',
      '<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="data:text/html,x"><img src=" DATA:image/svg+xml,x">',
    ],
    ['an SVG', '<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>t</text></a></svg>'],
    ['MathML', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>'],
    ['a frame', '<iframe src="https://x" srcdoc="<script>alert(1)</script>"></iframe><frame src=x><object data=x></object><embed src=x>'],
    ['a form', '<form action="https://x"><input name=password><button formaction="javascript:alert(1)">b</button></form>'],
    [
      'a srcset',
      '<img src=a srcset="javascript:alert(1) 1x, data:image/svg+xml,x 2x, /fine.png 3x"><picture><source srcset="javascript:alert(1)"></picture>',
    ],
    [
      'a base, a link and a meta',
      '<base href="https://x"><link rel=stylesheet href=x><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    ],
    [
      'markup that changes under a second parser',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    ],
    ['an element cut off', '<img src=x onerror="alert(1)'],
    ['a comment', '<!--><img src=x onerror=alert(1)>--><!--[if IE]><script>alert(1)</script><![endif]-->'],
    ['a template', '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp>'],
    ['a reference', '[a][b]\n\n[b]: javascript:alert(1)'],
    ['an autolink', '<javascript:alert(1)> <data:text/html,x>'],
  ];

  it.each(HOSTILE)('leaves nothing that runs of %s', async (_name, body) => {
    expect(dangersIn(await markdown(body))).toEqual([]);
    expect(dangersIn(await html(body))).toEqual([]);
  });

  it('keeps what is harmless of an image: web addresses, relative ones, and data of plain images', async () => {
    expect(
      await html('<img src="data:image/png;base64,iVBORw0KGgo=" srcset="javascript:x 1x, /a.png 2x, https://x/b.png 300w, //x/c.png">'),
    ).toBe('<img src="data:image/png;base64,iVBORw0KGgo=" srcset="/a.png 2x, https://x/b.png 300w, //x/c.png">');
  });

  it('lets no id or name stand for something of the page', async () => {
    expect(await html('<a id="location" name="cookie">a</a>')).toBe('<a id="user-content-location">a</a>');
  });

  it('leaves nothing that runs, whatever it is made of', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '`',
        '/',
        '=',
        ' ',
        '\n',
        '\t',
        '\0',
        '&#9;',
        '&colon;',
        '](',
        '[',
        '![',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
      ),
      fc.constantFrom(
        'img',
        'svg',
        'script',
        'style',
        'math',
        'a',
        'iframe',
        'noscript',
        'template',
        'table',
        'select',
        'title',
        'p',
        'form',
      ),
      fc.constantFrom(
        'src',
        'href',
        'onerror',
        'onload',
        'srcset',
        'xlink:href',
        'style',
        'javascript:alert(1)',
        'data:text/html,x',
        'x 1x, ',
      ),
      fc.string({ maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const body = parts.join('');
        expect(dangersIn(await markdown(body))).toEqual([]);
        expect(dangersIn(await html(body))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  // Processor time depends on what else the machine runs: the best of three attempts counts.
  describe('made to keep the parser busy', { retry: 2 }, () => {
    const workers = new TextWorkers({ deadline: 1500 });
    // The garbage of the tests above is collected now, so that this does not count as busy time of a later one.
    beforeAll(() => {
      setFlagsFromString('--expose-gc');
      (runInNewContext('gc') as () => void)();
    });
    afterAll(() => workers.close());

    it.each([
      ['quotes in quotes', '>'.repeat(50_000)],
      ['lists in lists', '- '.repeat(50_000)],
      ['lists in lists, line by line', Array.from({ length: 900 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
      ['list items', '- a\n'.repeat(20_000)],
      ['definitions', '[a]: b\n'.repeat(60_000)],
      ['brackets', '['.repeat(200_000)],
      ['entities', '&amp;'.repeat(200_000)],
      ['emphasis', 'a**b'.repeat(100_000)],
      ['strikethrough', '~a'.repeat(100_000)],
      ['a table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`],
      ['footnotes', `${'[^1]'.repeat(50_000)}\n\n[^1]: x`],
      ['a very long text', 'text '.repeat(1_000_000)],
    ])('leaves the event loop to others, and is refused where it does not come to an end: %s', async (_name, body) => {
      const busy = new BusyTime();
      const ended = await workers.run({ task: 'render', body, bodyFormat: 'markdown' }).catch((error: unknown) => error);
      expect(busy.milliseconds()).toBeLessThan(100);
      if (typeof ended !== 'string') expect(ended).toMatchObject({ code: 'too_complex', status: 422 });
      const began = performance.now();
      await workers.run({ task: 'render', body, bodyFormat: 'markdown' }).catch(() => undefined);
      // What is known is not worked on again.
      if (typeof ended !== 'string') expect(performance.now() - began).toBeLessThan(100);
    });

    it('is also two versions that have nothing in common', async () => {
      const words = (seed: number): string => Array.from({ length: 400_000 }, (_, index) => `w${(index * seed) % 99_991}`).join(' ');
      const [before, after] = [words(7), words(11)];
      const busy = new BusyTime();
      const ended: unknown = await workers.run({ task: 'compare', before, after }).catch((error: unknown) => error);
      expect(busy.milliseconds()).toBeLessThan(100);
      if (!Array.isArray(ended)) expect(ended).toMatchObject({ code: 'too_complex' });
    });

    it('does not keep readers waiting, however many such drafts there are', async () => {
      const drafts = Array.from({ length: 40 }, (_, index) =>
        workers.run({ task: 'render', body: `${'>'.repeat(50_000)}${index}`, bodyFormat: 'markdown' }).catch((error: unknown) => error),
      );
      const began = performance.now();
      const page = await workers.run({ task: 'render', body: 'word '.repeat(200), bodyFormat: 'markdown' }, 'readers');
      expect(page).toMatch(/^<p>word /);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(await Promise.race(drafts)).toMatchObject({ code: 'busy' });
      await workers.close();
      await Promise.all(drafts);
    });

    it('is refused: links that make a library of a short text', async () => {
      const body = `${'[a] '.repeat(3000)}\n\n[a]: /${'x'.repeat(2000)}`;
      await expect(workers.run({ task: 'render', body, bodyFormat: 'markdown' })).rejects.toThrow(
        expect.objectContaining({ code: 'too_complex' }),
      );
    });

    it('is rendered once where the result is long', async () => {
      const body = `${'[a] '.repeat(1000)}\n\n[a]: /${'x'.repeat(1500)}`;
      const html = await workers.run({ task: 'render', body, bodyFormat: 'markdown' });
      expect(html.length).toBeGreaterThan(1_500_000);
      const began = performance.now();
      expect(await workers.run({ task: 'render', body, bodyFormat: 'markdown' })).toBe(html);
      expect(performance.now() - began).toBeLessThan(20);
    });

    it('is refused: elements in elements', async () => {
      await expect(html('<div>'.repeat(50_000))).rejects.toThrow(expect.objectContaining({ code: 'too_complex' }));
    });

    it('is not what a long piece is', async () => {
      const paragraph = '*Word* and **word** with `code`, [a link](https://example.org) and _more_. '.repeat(20);
      expect((await markdown(`${paragraph}\n\n`.repeat(100))).match(/<p>/g)).toHaveLength(100);
    });
  });
});

describe('converting HTML to Markdown', () => {
  it('keeps headings, emphasis, links, images, lists, tables and code', async () => {
    const body =
      '<h2>News</h2><p>A <b>bold</b> <i>step</i>, <a href="https://x.org">link</a></p><img src="/a.png" alt="A"><ul><li>one</li><li>two</li></ul><pre><code class="language-js">let a;</code></pre><table><tr><th>a</th></tr><tr><td>1</td></tr></table>';
    expect(await htmlToMarkdown(body)).toBe(
      '## News\n\nA **bold** _step_, [link](https://x.org)\n\n![A](/a.png)\n\n- one\n- two\n\n```js\nlet a;\n```\n\n| a |\n| - |\n| 1 |\n',
    );
  });

  it('leaves out what would run', async () => {
    expect(await htmlToMarkdown('<script>alert(1)</script><p>Text <a href="javascript:alert(1)">a</a></p><style>p{}</style>')).not.toMatch(
      /alert|\{/,
    );
  });
});
