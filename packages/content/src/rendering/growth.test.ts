import fc from 'fast-check';
import { EditMap } from 'micromark-util-edit-map';
import { describe, expect, it } from 'vitest';
import { renderHtml } from './html-renderer.ts';
import './parse-markdown.ts';

/** A text of this length, of one construct again and again. */
const filled =
  (part: string) =>
  (length: number): string =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);

const CONSTRUCTS: Readonly<Record<string, (length: number) => string>> = {
  paragraphs: filled('Some words.\n\n'),
  'list items': filled('- a\n'),
  'loose list items': filled('- a\n\n'),
  'empty list items': filled('-\n'),
  'nested lists': filled('- a\n  - b\n'),
  tasks: filled('- [ ] a\n'),
  'block quotes': filled('> a\n\n'),
  'rows of a table': (length) => `|a|b|\n|-|-|\n${filled('|a|b|\n')(length)}`,
  'wide tables': (length) => `|${filled('a|')(length / 2)}\n|${filled('-|')(length / 2)}\n`,
  emphasis: filled('*a* '),
  'nested emphasis': filled('**a*'),
  'emphasis within words': filled('a**b_c '),
  'link references': filled('[a]: /x\n'),
  'uses of a reference': (length) => `[a]: /x\n\n${filled('[a] ')(length)}`,
  footnotes: (length) => Array.from({ length: length / 20 }, (_, index) => `x[^${index}]\n\n[^${index}]: y\n\n`).join(''),
  'HTML blocks': filled('<div>a</div>\n\n'),
  headings: filled('# a\n'),
  'underlined headings': filled('a\n=\n'),
};

/** Processor time of this thread in microseconds: what else the machine does is not in it. */
function timeOf(body: string): number {
  const before = process.threadCpuUsage();
  renderHtml({ body, bodyFormat: 'markdown' });
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

describe('rendering takes time in proportion to the length', () => {
  it.each(Object.entries(CONSTRUCTS))(
    'of %s',
    (_name, make) => {
      const [short, long] = [make(8_000), make(32_000)];
      timeOf(short);
      // Four times as long: linear is 4, quadratic 16. A collection of garbage may fall into one measurement.
      let growth = Infinity;
      for (let attempt = 0; attempt < 4 && growth > 8; attempt += 1) growth = Math.min(growth, timeOf(long) / timeOf(short));
      expect(growth).toBeLessThan(8);
    },
    60_000,
  );
});

describe('the edits of events', () => {
  it('are what they were, in linear time', () => {
    const edit = fc.record({ gap: fc.nat(5), remove: fc.nat(3), add: fc.array(fc.string(), { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 60 }), fc.array(edit, { maxLength: 8 }), (events, edits) => {
        const map = new EditMap();
        const expected: unknown[] = [];
        let [at, end] = [0, 0];
        for (const { gap, remove, add } of edits) {
          at = Math.min(end + gap, events.length);
          // One edit at each place, as the parser makes them.
          if (at < end || (at === end && end > 0)) continue;
          const removed = Math.min(remove, events.length - at);
          expected.push(...events.slice(end, at), ...add);
          end = at + removed;
          map.add(at, removed, add as never);
        }
        expected.push(...events.slice(end));
        const edited: unknown[] = [...events];
        map.consume(edited as never);
        expect(edited).toEqual(expected);
      }),
    );
  });
});
