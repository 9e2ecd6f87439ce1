import { expect, it } from 'vitest';
import { markdownOfHtml } from './paste-html.ts';

it('keeps the content of rich text', () => {
  expect(
    markdownOfHtml(
      '<h2>News</h2><p>It <b>rained</b> on <i>Monday</i>, <a href="https://a.example/b">they say</a>.</p><ul><li>one<li>two</ul>',
    ),
  ).toBe('## News\n\nIt **rained** on *Monday*, [they say](https://a.example/b).\n\n- one\n- two');
});

it('drops scripts, styles and invalid addresses', () => {
  const markdown = markdownOfHtml(
    '<style>p{color:red}</style><script>alert(1)</script><p onclick="alert(2)" style="color:red">Hi <a href="javascript:alert(3)">there</a> <img src="data:image/svg+xml,x" alt="a plan"><img src="file:///etc/passwd"></p><iframe src="https://a.example"></iframe>',
  );
  expect(markdown).toContain('Hi there a plan');
  expect(markdown).not.toMatch(/alert|color|data:|file:|<|iframe/);
});

it('reads the clipboard format of an office program', () => {
  expect(
    markdownOfHtml(
      '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid"><p dir="ltr"><span>One</span></p><p><span>Two</span></p></b>',
    ),
  ).toMatch(/One[^]*Two/);
});
