import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

// Compiles every `@example` of the packages, so that doc comments stay correct. An example uses names without importing them: they are
// looked up in its own package, then in the others, and finally in `given-names.ts`, which represents the reader's own code.
const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/colophon/examples');
const GIVEN = join(ROOT, 'scripts/examples/given-names.ts');
const run = promisify(execFile);

/** The compiler's error codes for a name that is unknown, or only a type. */
const UNKNOWN = /^(?:Cannot find name|No value exists in scope for the shorthand property|Cannot find namespace) '(\w+)'/;
const USED_AS_VALUE = /^'(\w+)' only refers to a type, but is being used as a value/;

interface Example {
  /** The file that contains it, relative to the root. */
  readonly source: string;
  readonly line: number;
  readonly code: string;
}

interface Fault {
  readonly example: Example;
  readonly code: string;
  readonly text: string;
}

const sourceTexts = new Map<string, string>();
const examples = await readExamples();
const exported = await readExports();
await rm(CACHE, { recursive: true, force: true });
await mkdir(CACHE, { recursive: true });
const unknown = new Map<Example, Set<string>>();
for (const { example, text } of await compile(new Map())) {
  const name = UNKNOWN.exec(text)?.[1] ?? USED_AS_VALUE.exec(text)?.[1];
  if (name !== undefined) unknown.set(example, (unknown.get(example) ?? new Set<string>()).add(name));
}
const faults = await compile(unknown);
for (const { example, code, text } of faults) console.error(`${example.source}:${example.line}: ${code}: ${text}`);
console.log(`${examples.length} examples, ${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;

async function readExamples(): Promise<Example[]> {
  const examples: Example[] = [];
  for (const source of globSync('packages/*/{src,bin}/**/*.{ts,tsx}', { cwd: ROOT }).sort()) {
    if (/\.test\.tsx?$/.test(source)) continue;
    const text = await readFile(join(ROOT, source), 'utf8');
    sourceTexts.set(source, text);
    for (const { 0: comment, index } of text.matchAll(/\/\*\*.*?\*\//gs)) {
      const first = text.slice(0, index).split('\n').length;
      const lines = comment.slice(3, -2).split('\n');
      const starts = lines.flatMap((line, at) => (/^\s*(?:\* )?@example\b/.test(line) ? [at] : []));
      for (const start of starts) {
        const end = lines.findIndex((line, at) => at > start && /^\s*\* @(?:example|throws|returns|param|see)\b/.test(line));
        const code = lines
          .slice(start, end < 0 ? undefined : end)
          .map((line) => line.replace(/^\s*\* ?/, '').replace(/^\s*@example ?/, ''))
          .join('\n')
          .trim();
        examples.push({ source, line: first + start, code });
      }
    }
  }
  return examples;
}

/** The files of each package that export a name, by package and name. */
async function readExports(): Promise<Map<string, Map<string, string>>> {
  const packages = new Map<string, Map<string, string>>();
  for (const source of globSync('packages/*/{src,bin}/**/*.{ts,tsx}', { cwd: ROOT }).sort()) {
    if (/\.test\.tsx?$|\/legacy\//.test(source)) continue;
    const folder = source.split('/')[1] ?? '';
    const names = packages.get(folder) ?? new Map<string, string>();
    packages.set(folder, names);
    const text = await readFile(join(ROOT, source), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|class|const|interface|type) (\w+)/gm))
      if (!names.has(name)) names.set(name, source);
  }
  return packages;
}

/** Compiles all examples, each with imports of these names. */
async function compile(names: ReadonlyMap<Example, ReadonlySet<string>>): Promise<Fault[]> {
  const declared = new Set(
    (await readFile(GIVEN, 'utf8')).match(/(?<=^export declare (?:const|class|function) |^export interface |^export \{ )\w+/gm) ?? [],
  );
  const files = new Map<string, Example>();
  for (const [index, example] of examples.entries()) {
    const file = join(CACHE, `${index}${example.source.endsWith('x') ? '.tsx' : '.ts'}`);
    files.set(file, example);
    const imports = [...(names.get(example) ?? [])].map((name) => `import { ${name} } from '${placeOf(name, example, declared)}';`);
    await writeFile(file, `${imports.join('\n')}\nexport {};\n${wrapped(example.code)}\n`);
  }
  const config = {
    extends: relative(CACHE, join(ROOT, 'tsconfig.json')),
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      verbatimModuleSyntax: false,
      erasableSyntaxOnly: false,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: ['*.ts', '*.tsx'],
    exclude: [],
  };
  await writeFile(join(CACHE, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, code: status = 0 } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', CACHE, '--pretty', 'false'], {
    maxBuffer: 1e8,
  }).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout?: string; code?: number | string }) => ({ stdout: error.stdout ?? '', code: error.code }),
  );
  const faults: Fault[] = [];
  const elsewhere: string[] = [];
  for (const line of stdout.split('\n')) {
    const [, file = '', code = '', text = ''] = /^(.*?)\(\d+,\d+\): error (TS\d+): (.*)$/.exec(line) ?? [];
    const example = files.get(join(ROOT, file)) ?? files.get(file);
    if (example) faults.push({ example, code, text });
    else if (/\berror TS\d+:/.test(line)) elsewhere.push(line);
  }
  // A compiler that failed to start, and given names that no longer compile, would let everything pass.
  if (elsewhere.length > 0) throw new Error(`The examples could not be compiled:\n${elsewhere.join('\n')}`);
  if (status !== 0 && faults.length === 0) throw new Error(`The compiler exited with ${status} without reporting an example.`);
  return faults;
}

/** The module from which a name is imported: a name that is not found remains an error. */
function placeOf(name: string, { source }: Example, declared: ReadonlySet<string>): string {
  if (name === 'z') return 'zod';
  const from = (path: string): string => relative(CACHE, join(ROOT, path));
  const own = exported.get(source.split('/')[1] ?? '')?.get(name);
  if (new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm').test(sourceTexts.get(source) ?? '')) return from(source);
  if (own !== undefined) return from(own);
  if (declared.has(name)) return relative(CACHE, GIVEN);
  for (const packages of exported.values()) {
    const found = packages.get(name);
    if (found !== undefined) return from(found);
  }
  return relative(CACHE, GIVEN);
}

/** Statements are wrapped in a function; members of a class, properties and values in a matching container. */
function wrapped(code: string): string {
  if (code.startsWith('import ')) {
    const [first = '', ...otherLines] = code.split('\n');
    return `${first}\n${wrapped(otherLines.join('\n'))}`;
  }
  if (/^(?:export )?(?:@|class )/.test(code) && /^(?:export )?(?:@\w[^\n]*\n)?class /.test(code)) return code;
  if (code.startsWith('{')) return `export const value = (${code});`;
  if (/^(?:static|@operation)/.test(code)) return `export class Example extends DecoratedObject {\n${code}\n}`;
  if (/^\w+: /.test(code)) {
    const lines = code.split('\n').map((line) => line.replace(/\)(\s*(?:\/\/.*)?)$/, '),$1'));
    return `export const fields = {\n${lines.join('\n')}\n};`;
  }
  if (code.startsWith('<')) return `export const element = (${code});`;
  return `export async function example(): Promise<void> {\n${code}\n}`;
}
