import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWords } from '../index.ts';

const markdown = (body: string) => ({ body, bodyFormat: 'markdown' as const });
const resultOf = (shown: string, body: string): string => compareWords(shown, markdown(body)).result;

describe('compareWords', () => {
  it.each([
    ['emphasis and headings', '# Rain\n\nIt *rained* **a lot**, ~~little~~.', 'Rain\nIt rained a lot, little.'],
    ['lists and quotations', '> 1. One\n>    - two\n- [x] three', 'One two three'],
    ['links and pictures', '[Met](https://met.example/a_(b) "t") ![A dot](/dot.png) [![a](b)](c)', 'Met'],
    ['addresses', '<https://a.example/?a=1&b=2> and www.b.example.', 'https://a.example/?a=1&b=2 and www.b.example.'],
    ['tables', '| a | b |\n|---|---|\n| 1 | - |', 'a b 1 -'],
    ['code', '`a*b` and\n\n```js\nlet x = [1](2);\n```', 'a*b and let x = [1](2);'],
    ['entities and escapes', '5 &lt; 6 &amp; \\*7\\* &hellip; caf&eacute;', '5 < 6 & *7* … café'],
    ['HTML', 'Much <b>rain</b><br>fell.', 'Much rain fell.'],
    ['letters in another form', 'cafe\u0301 \ufb01ne', 'café fine'],
  ])('finds the words of a source whatever its markup shows: %s', (_, body, shown) => {
    expect(resultOf(shown, body)).toBe('same');
  });

  it.each([
    ['another number', 'It rained 5 mm.', 'It rained 6 mm.'],
    ['another sign', 'It was -5 degrees.', 'It was 5 degrees.'],
    ['another currency', 'It cost €5.', 'It cost $5.'],
    ['another order', 'Ada met Bea.', 'Bea met Ada.'],
    ['a word less', 'It did not rain.', 'It did rain.'],
    ['a word more', 'It rained.', 'It never rained.'],
    ['an end that is missing', 'It rained. But little.', 'It rained.'],
    ['an end that was added', 'It rained.', 'It rained. A lot.'],
    ['nothing', 'It rained.', ''],
  ])('tells words that differ: %s', (_, body, shown) => {
    expect(resultOf(shown, body)).toBe('differs');
  });

  it('says near what they differ', () => {
    expect(compareWords('It rained a lot. Then it stopped.', markdown('It rained a lot. Then it *went on*.')).near).toContain(
      'Thenitstopped',
    );
  });

  it('knows that it does not know where footnotes and removed elements are shown', () => {
    expect(resultOf('Rain1 Footnotes Much.', 'Rain[^1]\n\n[^1]: Much.')).toBe('unknown');
    expect(resultOf('Rain', 'Rain <script>x</script>')).toBe('unknown');
    expect(resultOf('a b c', '| a | b |\n|---|---|\n| c | d | e |')).toBe('unknown');
  });

  it('finds them in a printed page, between other words and with hyphens at the ends of lines', () => {
    const printed = (body: string) =>
      compareWords(`Courier\nRain\nBy Ada\n${body}\nPage 1`, markdown('It rained in well-known\n1. places'), { isPrinted: true });
    expect(printed('It rai-\nned in well-known\n1. places')).toMatchObject({ result: 'same', before: 'CourierRainByAda', after: 'Page1' });
    expect(printed('It rained in well-\nknown\n• places').result).toBe('same');
    expect(printed('It rained in unknown\nplaces').result).toBe('differs');
    expect(compareWords('', markdown('It rained.'), { isPrinted: true }).result).toBe('differs');
  });

  it('finds any words in themselves, and a changed letter in none', () => {
    const word = fc.stringMatching(/^[A-Za-zéß0-9,.]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.nat(), (words, at) => {
        const text = words.join(' ');
        expect(resultOf(text, text)).toBe('same');
        const place = at % text.length;
        if (/[A-Za-z]/.test(text.charAt(place))) expect(resultOf(`${text.slice(0, place)}#${text.slice(place + 1)}`, text)).toBe('differs');
      }),
    );
  });

  it.each(['*', '[', '](', '<', '<!--', '![', '&', '|', '> ', '- ', '1. ', '`', 'http://', '\\', '](a(', '\n'])(
    'reads %j a hundred thousand times without going back',
    (mark) => {
      const body = mark.repeat(100_000);
      const began = performance.now();
      const plain = 'ab '.repeat(body.length / 3);
      for (let times = 0; times < 5; times += 1) compareWords(plain, markdown(plain));
      const beside = performance.now() - began;
      const start = performance.now();
      compareWords(body, markdown(body));
      compareWords('x', markdown(body), { isPrinted: true });
      expect((performance.now() - start) / beside).toBeLessThan(100);
    },
  );
});
