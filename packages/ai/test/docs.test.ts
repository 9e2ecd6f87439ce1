import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.ts';
import { LoopbackVendor, type Wire } from './loopback/server.ts';
import { taskAWire, VideoVendorState } from './loopback/video-wires.ts';
import { ANSWER, anthropicWire, openaiWire, PNG } from './loopback/wires.ts';

const read = (path: string): Promise<string> => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const pages = globSync('*.md', { cwd: fileURLToPath(new URL('../../../docs/ai', import.meta.url)) });
const docs = (await Promise.all(pages.map((page) => read(`../../../docs/ai/${page}`)))).join('\n');
const readme = await read('../README.md');

describe('the documentation', () => {
  it('names every error code', async () => {
    const codes = [...(await read('../src/errors/errors.ts')).matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => !docs.includes(`\`${code}\``))).toEqual([]);
  });

  it('names every option of a client', async () => {
    const source = await read('../src/interface/client-options.ts');
    const options = [...(source.split('export interface ClientOptions')[1] ?? '').matchAll(/^ {2}(\w+)\?:/gm)].map((match) => match[1]);
    expect(options.length).toBeGreaterThan(25);
    expect(options.filter((option) => !docs.includes(`\`${option}\``))).toEqual([]);
  });

  it('names every kind, every variable and every exported function', async () => {
    for (const kind of library.providerKinds) expect(readme).toContain(`\`${kind}\``);
    for (const alias of Object.keys(library.kindAliases)) expect(readme).toContain(`\`${alias}\``);
    const sources = await Promise.all(
      ['factory/environment.ts', 'catalog/hosted.ts', 'catalog/gateways.ts', 'catalog/media.ts', 'catalog/named.ts'].map((file) =>
        read(`../src/${file}`),
      ),
    );
    const variables = [...sources.join('\n').matchAll(/'([A-Z][A-Z\d_]{5,})'/g)].map((match) => match[1] as string);
    expect(variables.length).toBeGreaterThan(30);
    const undocumented = variables.filter((name) => !docs.includes(name) && !/^(?:NOT_|AI_LIMIT)/.test(name));
    expect(undocumented).toEqual([]);
    const callable = Object.keys(library).filter(
      (name) =>
        ![
          'providerKinds',
          'kindAliases',
          'resolveKind',
          'defaultLimits',
          'modelTableDate',
          'priceTable',
          'priceTableDate',
          'reasoningTableDate',
        ].includes(name),
    );
    expect(callable.filter((name) => !docs.includes(`\`${name}\``) && !docs.includes(`${name}(`))).toEqual([]);
  });
});

describe('the programs of the README', () => {
  const run = promisify(execFile);
  const answer = { model: 'gpt-6-luna', choices: [{ message: { content: 'Open.' }, finish_reason: 'stop' }] };
  const lines = ['harbour', 'quay'].map((id) => JSON.stringify({ custom_id: id, response: { status_code: 200, body: answer } }));
  const batchWire: Wire = ({ path: asked }) =>
    asked.endsWith('/content')
      ? { type: 'application/jsonl', bytes: lines.join('\n') }
      : { json: asked.endsWith('/files') ? { id: 'file-1' } : { id: 'batch-1', status: 'completed', output_file_id: 'file-2' } };
  const bookWire: Wire = (request) =>
    request.body.includes('json_schema') ? { json: messageOf('{"title":"The Sea"}') } : anthropicWire(request);

  it('run unchanged', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'colophon-readme-'));
    const wires: readonly Wire[] = [bookWire, openaiWire, taskAWire(new VideoVendorState()), batchWire];
    const outputs: string[] = [];
    const vendor = await LoopbackVendor.start(openaiWire);
    try {
      await mkdir(path.join(folder, 'node_modules/@colophon'), { recursive: true });
      await symlink(fileURLToPath(new URL('..', import.meta.url)), path.join(folder, 'node_modules/@colophon/ai'));
      await writeFile(path.join(folder, 'harbour.png'), PNG);
      const programs = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1] as string);
      expect(programs).toHaveLength(wires.length);
      for (const [index, program] of programs.entries()) {
        vendor.wire = wires[index] as Wire;
        await writeFile(path.join(folder, `${index}.ts`), program);
        const environment = {
          PATH: process.env['PATH'] ?? '',
          NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
          OPENAI_API_KEY: 'sk-test',
          OPENAI_BASE_URL: vendor.url,
          ANTHROPIC_API_KEY: 'sk-test',
          ANTHROPIC_BASE_URL: vendor.url,
          MODELARK_API_KEY: 'sk-test',
          MODELARK_BASE_URL: vendor.url,
        };
        const { stdout } = await run(process.execPath, ['--conditions=@colophon/source', `${index}.ts`], { cwd: folder, env: environment });
        outputs.push(stdout);
      }
    } finally {
      await vendor.close();
      await rm(folder, { recursive: true });
    }
    expect(outputs[0]).toContain(ANSWER);
    expect(outputs[0]).toContain("{ title: 'The Sea' }");
    expect(outputs[1]).toContain('message succeeded 1 undefined');
    expect(outputs[3]).toContain("id: 'quay'");
  });
});

function messageOf(text: string): object {
  return { type: 'message', content: [{ type: 'text', text }], stop_reason: 'end_turn' };
}
