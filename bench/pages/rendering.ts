import { renderHtml } from '../../packages/content/src/rendering/html-renderer.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// Rendering 80 KB of one construct, against the same words in paragraphs: processor time, median of five. The last column says how it grows:
// 2 is linear, 4 quadratic.
const LENGTH = 80_000;
const WORDS = 'Some words of a line, and a few more.';

const CONSTRUCTS: Readonly<Record<string, string>> = {
  'list items': `- ${WORDS}\n`,
  'loose list items': `- ${WORDS}\n\n`,
  'nested lists': `- ${WORDS}\n  - ${WORDS}\n`,
  'block quotes': `> ${WORDS}\n\n`,
  'rows of a table': `| ${WORDS} |\n`,
  emphasis: `*${WORDS}* \n\n`,
  links: `[${WORDS}](/a)\n\n`,
  headings: `# ${WORDS}\n`,
  'underlined headings': `${WORDS}\n=\n`,
  'HTML blocks': `<p>${WORDS}</p>\n\n`,
  'list items of one letter': '- a\n',
};

const text = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const bodyOf = (name: string, part: string, length: number): string =>
  (name === 'rows of a table' ? '| a |\n|---|\n' : '') + text(part, length);

function timeOf(body: string): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    renderHtml({ body, bodyFormat: 'markdown' });
    return process.threadCpuUsage(before).user / 1000;
  });
  return median(times);
}

timeOf(text(`${WORDS}\n\n`, LENGTH));
const rows = Object.entries(CONSTRUCTS).map(([name, part]) => {
  const same = timeOf(text(part.length < 10 ? 'abc\n\n' : `${WORDS}\n\n`, LENGTH));
  const took = timeOf(bodyOf(name, part, LENGTH));
  return [name, took, same, took / same, took / timeOf(bodyOf(name, part, LENGTH / 2))];
});
printTable(['80 KB of', 'ms', 'as paragraphs, ms', 'ratio', 'against half of it'], rows);
