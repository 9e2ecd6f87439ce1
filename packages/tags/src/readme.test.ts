import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import * as core from '@colophon/core';
import * as tags from './index.ts';

/** The code of the README, with its imports taken from the sources. */
async function blocks(): Promise<string[]> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) =>
    stripTypeScriptTypes(code).replaceAll(/import \{ (.*?) \} from '(@colophon\/\w+)';/g, "const { $1 } = modules['$2'];"),
  );
}

it('every line of the README runs, and returns the value in its comment', async () => {
  const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (modules: object) => Promise<unknown[]>;
  const answers: unknown[][] = [];
  for (const code of await blocks()) {
    // A line with a trailing comment is an expression whose value is in the comment.
    const told = code.replaceAll(
      /^(?!const |import )(.*); \/\/ (.*)$/gm,
      (_line, expression: string, value: string) => `answers.push([(${expression}), ${JSON.stringify(value)}]);`,
    );
    const run = new AsyncFunction('modules', `const answers = [];\n${told}\nreturn answers;`);
    answers.push(...((await run({ '@colophon/core': core, '@colophon/tags': tags })) as unknown[][]));
  }
  expect(answers).toHaveLength(9);
  for (const [answer, told] of answers as [unknown, string][]) {
    const answered =
      typeof answer === 'string'
        ? `'${answer}'`
        : JSON.stringify(answer)
            .replaceAll('"', "'")
            .replaceAll(':', ': ')
            .replaceAll(',', ', ')
            .replace(/^\{(.*)\}$/, '{ $1 }')
            .replaceAll(/'(\w+)': /g, '$1: ');
    const [start = ''] = told.split('…');
    expect(answered.slice(0, start.replace(/'$/, '').length)).toBe(start.replace(/'$/, ''));
  }
});
