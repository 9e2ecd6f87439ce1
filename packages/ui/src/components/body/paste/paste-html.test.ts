import { readdirSync, readFileSync } from 'node:fs';
import { renderBody } from '@colophon/content';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { pastedMarkdown } from './paste-html.ts';

const CLIPBOARDS = new URL('../../../../test/fixtures/clipboards/', import.meta.url);
const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const paste = (html: string, options?: Parameters<typeof pastedMarkdown>[1]) => pastedMarkdown(parser.parse(html), options);
const read = (name: string) => readFileSync(new URL(name, CLIPBOARDS), 'utf8');

describe('the clipboards of programs and browsers', () => {
  const names = readdirSync(CLIPBOARDS).filter((name) => name.endsWith('.html'));

  it.each(names)('%s', async (name) => {
    const { markdown } = await paste(read(name));
    expect(`${markdown}\n`).toBe(read(name.replace('.html', '.md')));
  });
});

describe('pasted text', () => {
  it('from a hostile clipboard shows and loads nothing that was hidden in it', async () => {
    const { markdown } = await paste(read('hostile.html'));
    expect(await renderBody({ body: markdown, bodyFormat: 'markdown' })).not.toMatch(
      /<(?:script|img|iframe|svg)|href="(?!https:\/\/evil\.example\/y)/,
    );
    expect(markdown).not.toMatch(/secret|Ignore all|Also hidden|tpl|count\.example/);
  });

  it('keeps the places of pictures that came with it, and counts those that did not', async () => {
    const pasted = await paste(
      '<p>Before <img src="data:image/png;base64,AAAA" alt="x"> after</p><p>￼<img src="file:///C:/a.png"><img src="cid:1" alt="A plan"></p>',
    );
    expect(pasted).toEqual({
      markdown: 'Before  after\n\nA plan',
      pictures: [{ address: 'data:image/png;base64,AAAA', at: 7 }],
      leftOut: 2,
    });
  });

  it('numbers its footnotes beside those of the text', async () => {
    const { markdown } = await paste(read('google-docs-footnotes-firefox.html'), { takenLabels: new Set(['1', '3']) });
    expect(markdown).toMatch(/^Prices rose\.\[\^2\] Wages did not\.\[\^4\]\n/);
  });

  it('puts spaces outside of emphasis, and joins neighbouring runs', async () => {
    const { markdown } = await paste(
      '<p>It<b> rained </b><b>all</b><b> <i>night </i></b>long<span style="font-weight:bold"></span>. <a href="https://a.example"><b>x</b></a><b> y</b></p>',
    );
    expect(markdown).toBe('It **rained all _night_** long. **[x](https://a.example) y**');
  });

  it('writes raised figures with their own characters, and other raised text as it is', async () => {
    const { markdown } = await paste('<p>5 m<sup>2</sup>, CO<sub>2</sub>, the 1<sup>st</sup></p><p>x</p>');
    expect(markdown).toBe('5 m², CO₂, the 1st\n\nx');
  });

  it('is the same in parts as at once', async () => {
    const block = (number: number) => `<p>Paragraph ${number}</p><ul><li>a</li></ul><ul><li>b</li></ul>`;
    let pauses = 0;
    const { markdown } = await paste(Array.from({ length: 60 }, (_each, index) => block(index)).join(''), {
      pause: async () => {
        pauses += 1;
      },
    });
    expect(pauses).toBeGreaterThan(4);
    expect(markdown.split('\n\n')).toHaveLength(180);
    expect(markdown).toContain('Paragraph 59\n\n- a\n\n* b');
  });

  it('is refused if it is nested so deeply that converting it could end the page', async () => {
    await expect(paste(`${'<div>'.repeat(1000)}x`)).rejects.toThrow('too_complex');
  });
});
