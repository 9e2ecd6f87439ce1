import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

const REPOSITORY = join(import.meta.dirname, '../../../..');

const word = fc.oneof(
  fc.constantFrom(
    'council',
    'the mill',
    'Überfahrt',
    'المجلس',
    '橋',
    '👩‍👩‍👧',
    'x',
    'e\u0301',
    ' ',
    '\t',
    '&amp;',
    '&#35;',
    '<b>',
    '</b>',
    '<!-- a -->',
    '<br/>',
  ),
  fc.string({ maxLength: 6, unit: fc.constantFrom(...String.raw`*_~${'`'}[]()!<>#|\-+=.:&"'^ 1a\n`.split('')) }),
);

const inline: fc.Arbitrary<string> = fc.letrec<{ inline: string; part: string }>((tie) => ({
  inline: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    word,
    tie('inline').map((text) => `**${text}**`),
    tie('inline').map((text) => `__${text}__`),
    tie('inline').map((text) => `*${text}*`),
    tie('inline').map((text) => `_${text}_`),
    tie('inline').map((text) => `~~${text}~~`),
    word.map((text) => `\`${text}\``),
    word.map((text) => `\`\` ${text} \`\``),
    tie('inline').map((text) => `[${text}](/a.png "t")`),
    tie('inline').map((text) => `[${text}](</a b>)`),
    tie('inline').map((text) => `[${text}][ref]`),
    tie('inline').map((text) => `![${text}](/a.png 'caption')`),
    fc.constantFrom(
      '[ref][]',
      '[ref]',
      '<https://example.org>',
      '<a@example.org>',
      'https://example.org/x',
      'www.example.org',
      String.raw`\*`,
      'two  \nlines',
      'two\\\nlines',
      '[^1]',
      '[^missing]',
    ),
  ),
})).inline;

const line = inline.map((text) => text.replaceAll('\n', ' '));
const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

const block: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    inline,
    fc
      .tuple(fc.integer({ min: 1, max: 7 }), line, fc.constantFrom('', ' ##', '#'))
      .map(([level, text, end]) => `${'#'.repeat(level)} ${text}${end}`),
    fc.tuple(inline, fc.constantFrom('===', '---', ' -', '=')).map(([text, rule]) => `${text}\n${rule}`),
    tie('block').map((text) => `> ${indented(text, '> ')}`),
    tie('block').map((text) => `>${indented(text, '>')}`),
    fc
      .tuple(
        fc.constantFrom('- ', '* ', '+ ', '1. ', '10) ', '- [ ] ', '- [x] ', '  - '),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([mark, items]) => items.map((text) => mark + indented(text, ' '.repeat(mark.length))).join('\n')),
    fc
      .tuple(fc.constantFrom('```', '~~~', '````'), fc.constantFrom('', 'js', ' a b'), line)
      .map(([fence, info, text]) => `${fence}${info}\n${text}\n\n${text}\n${fence}`),
    line.map((text) => `\`\`\`\n${text}`),
    line.map((text) => `    ${text}`),
    fc.constantFrom('***', '- - -', '___', '<div>\n\n*a*\n\n</div>', '<!-- a\nb -->', '<?php ?>', '<script>\nalert(1)\n</script>'),
    line.map((text) => `[ref]: /a.png?${text.length} "t"`),
    line.map((text) => `[^1]: ${text}`),
    line.map((text) => `![${text}](/a.png "c")`),
    fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }).map((rows) =>
      rows
        .map((cells) => `| ${cells.join(' | ')} |`)
        .toSpliced(1, 0, `|${'---|'.repeat(rows[0]?.length ?? 1)}`)
        .join('\n'),
    ),
    fc
      .array(line, { minLength: 2, maxLength: 3 })
      .map((cells) => `${cells.join(' | ')}\n${cells.map(() => ':-:').join('|')}\n${cells.toReversed().join('|')}`),
  ),
})).block;

const text = fc
  .tuple(
    fc.constantFrom('', '\n', '\uFEFF', '  '),
    fc.array(block, { maxLength: 5 }),
    fc.constantFrom('\n\n', '\n', '\n\n\n'),
    fc.constantFrom('', '\n', '\n\n', ' '),
  )
  .map(([before, blocks, between, after]) => before + blocks.join(between) + after);

/** Texts of every construct of CommonMark and GitHub's Markdown, nested and broken; the same ones in each run. */
export function markdownTexts(count: number): readonly string[] {
  return fc.sample(text, { numRuns: count, seed: 27 });
}

/** Texts that people wrote: the documentation, and a folder of others where `COLOPHON_TEXTS` names one. */
export function writtenTexts(): readonly string[] {
  const others = process.env['COLOPHON_TEXTS'];
  const files = [
    ...globSync('{docs,packages/*,apps/*}/**/*.md', { cwd: REPOSITORY, exclude: (name) => /node_modules|CHANGELOG/.test(name) }).map(
      (file) => join(REPOSITORY, file),
    ),
    ...(others === undefined ? [] : globSync('**/*.{md,markdown}', { cwd: others }).map((file) => join(others, file))),
  ];
  return files.map((file) => readFileSync(file, 'utf8'));
}
