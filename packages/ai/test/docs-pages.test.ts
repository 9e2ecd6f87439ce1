import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoopbackVendor, type Wire } from './loopback/server.ts';
import { ANSWER, anthropicWire, openaiWire, PNG } from './loopback/wires.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const PAGES = path.join(ROOT, 'docs/ai');
const pages = globSync('*.md', { cwd: PAGES }).sort();
const run = promisify(execFile);

/** What the program at the top of each page prints, with a vendor that always gives the same answer. */
const outputs: Readonly<Record<string, string | RegExp>> = {
  'answers.md': /^stop \{[^]*promptTokens[^]*The lighthouse/,
  'batches.md': /^(?:quay|harbour) Open\./,
  'clients.md': /^message succeeded \d+ ms\nThe lighthouse/,
  'conformance.md': /^# \d{3,} passed, 0 failed, 0 skipped\n$/,
  'errors.md': 'AI_LIMIT_EXCEEDED false\n',
  'events.md': /^\d+ harbour\nchat succeeded 1\n$/,
  'limits.md': 'AI_LIMIT_EXCEEDED\n',
  'media.md': `${ANSWER}\n1 image/png\n`,
  'migrating.md': `${ANSWER}\n${ANSWER}\n`,
  'sources.md': `${ANSWER}\n`,
  'spending.md': /^0\.\d+\n0\.00\d+\nSPENDING_LIMIT_EXCEEDED\n$/,
  'structured-output.md': 'The Sea\n',
  'tools.md': /^completed The lighthouse/,
  'vendors.md': /^acme The lighthouse[^]* \d+\n$/,
  'wrappers.md': /^\{[^]*promptTokens[^]*\} undefined\n$/,
};
/** Pages without a program. */
const WITHOUT = ['performance.md'];

let folder = '';
let openai: LoopbackVendor;
let anthropic: LoopbackVendor;

const answer = (content: string) => ({ model: 'gpt-6-luna', choices: [{ message: { content }, finish_reason: 'stop' }] });
const openaiPages: Wire = (request) => {
  const lines = ['harbour', 'quay'].map((id) => JSON.stringify({ custom_id: id, response: { status_code: 200, body: answer('Open.') } }));
  if (request.path.endsWith('/content')) return { type: 'application/jsonl', bytes: lines.join('\n') };
  if (request.path.endsWith('/files')) return { json: { id: 'file-1' } };
  if (request.path.includes('/batches')) return { json: { id: 'batch-1', status: 'completed', output_file_id: 'file-2' } };
  if (request.body.includes('json_schema')) return { json: answer('{"title":"The Sea","year":null}') };
  // The tool of a page returns what opens at seven.
  return openaiWire({ ...request, body: request.body.replace('opens at seven', 'RESULT-OF-TOOL') });
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-pages-'));
  [openai, anthropic] = await Promise.all([LoopbackVendor.start(openaiPages), LoopbackVendor.start(anthropicWire)]);
  await mkdir(path.join(folder, 'node_modules/@colophon'), { recursive: true });
  await symlink(path.join(import.meta.dirname, '..'), path.join(folder, 'node_modules/@colophon/ai'));
  for (const name of ['ai', 'zod']) await symlink(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
  await writeFile(path.join(folder, 'harbour.png'), PNG);
});
afterAll(async () => {
  await Promise.all([openai.close(), anthropic.close()]);
  await rm(folder, { recursive: true });
});

describe('the pages of the AI library', () => {
  it('are listed in docs/ai.md, and each has a program or none to have', async () => {
    const index = await readFile(path.join(ROOT, 'docs/ai.md'), 'utf8');
    expect(pages.filter((page) => !index.includes(`](ai/${page})`))).toEqual([]);
    expect([...Object.keys(outputs), ...WITHOUT].sort()).toEqual(pages);
  });

  it('link to headings and files that exist', async () => {
    const texts = new Map<string, string>();
    for (const page of ['../ai.md', ...pages]) texts.set(path.join(PAGES, page), await readFile(path.join(PAGES, page), 'utf8'));
    const anchors = (text: string): Set<string> =>
      new Set(
        [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
          title
            .toLowerCase()
            .replace(/[^\w\- ]/g, '')
            .replaceAll(' ', '-'),
        ),
      );
    const broken: string[] = [];
    for (const [file, text] of texts) {
      for (const [, target = ''] of text.matchAll(/\]\(((?!https?:)[^)]+)\)/g)) {
        const [name = '', anchor] = target.split('#');
        const linked = name === '' ? file : path.join(path.dirname(file), name);
        const found =
          texts.get(linked) ??
          (await readFile(linked, 'utf8').catch((failure: { code?: string }) => (failure.code === 'EISDIR' ? '' : undefined)));
        if (found === undefined || (anchor !== undefined && !anchors(found).has(anchor))) broken.push(`${path.basename(file)}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it.each(Object.entries(outputs))(
    '%s has a program that runs',
    async (page, expected) => {
      const text = await readFile(path.join(PAGES, page), 'utf8');
      const [, program] = /^```ts\n(.*?)^```/ms.exec(text) ?? [];
      const file = path.join(folder, page.replace('.md', '.ts'));
      await writeFile(file, program ?? 'throw new Error("There is no program.");');
      const env = {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
        AI_SDK_LOG_WARNINGS: 'false',
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: `${openai.url}/v1`,
        ANTHROPIC_API_KEY: 'sk-test',
        ANTHROPIC_BASE_URL: anthropic.url,
      };
      const { stdout } = await run(process.execPath, ['--conditions=@colophon/source', file], { cwd: folder, env });
      if (typeof expected === 'string') expect(stdout).toBe(expected);
      else expect(stdout).toMatch(expected);
    },
    30_000,
  );
});
