import { expect, it } from 'vitest';
import { markedText } from './marked-text.ts';

it.each([
  ['<p>no</p><h1 data-account="title">Rain &amp; <b>sun</b></h1><p>no</p>', { title: ['Rain & sun'] }],
  ['<div data-account="body"><p>One<br>two</p><script>three</script></div>', { body: ['Onetwothree'] }],
  ['<p data-account="body">one</p><p data-account="body">two</p>', { body: ['one', 'two'] }],
  ['<div data-account="body">a<i data-account="title">b</i>c</div>', { body: ['abc'], title: ['b'] }],
  ['<div data-account="body">never closed', { body: ['never closed'] }],
  ['<!-- <h1 data-account="title">x</h1> -->', {}],
])('of %s is %o', async (html, expected) => {
  expect(Object.fromEntries(await markedText(html, 'data-account'))).toEqual(expected);
});
