import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const hasTools = ['bash', 'curl', 'sed'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** The commands of the tour, block by block. */
function tourBlocks(): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const tour = readme.slice(readme.indexOf('## A five-minute tour'), readme.indexOf('## Define your own object'));
  return [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
}

describe.skipIf(!hasTools)('the tour of the README (skipped where bash and curl are not there)', () => {
  let newsroom: NewsroomProcess;
  let outputs: string[][] = [];

  beforeAll(async () => {
    newsroom = await startNewsroom();
    // The tour runs in the project's root and writes to ./data: here to the test's own directory.
    mkdirSync(join(newsroom.directory, 'data'), { recursive: true });
    symlinkSync(join(ROOT, 'apps'), join(newsroom.directory, 'apps'));
    const lines = tourBlocks().flatMap((block) => block.trim().split('\n'));
    const script = lines
      .map(
        (line) =>
          `${line.replaceAll('localhost:4000', `localhost:${newsroom.port}`).replaceAll('npx --no-install ', '')}\nprintf '\\n<<end of line>>\\n'`,
      )
      .join('\n');
    writeFileSync(join(newsroom.directory, 'tour.sh'), `set -eu\n${script}\n`);
    const environment = {
      ...newsroom.environment,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      NEWSROOM_SERVER_URL: newsroom.url,
      XDG_CONFIG_HOME: join(newsroom.directory, 'config'),
      XDG_CACHE_HOME: join(newsroom.directory, 'cache'),
    };
    const result = spawnSync('bash', ['tour.sh'], { cwd: newsroom.directory, env: environment, encoding: 'utf8' });
    expect(result.stderr.replaceAll(/^This is shown once.*$/gm, '').trim()).toBe('');
    expect(result.status).toBe(0);
    const each = result.stdout.split('\n<<end of line>>\n');
    outputs = tourBlocks().map((block) => each.splice(0, block.trim().split('\n').length).map((text) => text.trim()));
  });
  afterAll(() => newsroom.dispose());
  const json = (block: number, line: number): any => JSON.parse(outputs[block]?.[line] ?? 'null');

  it('reads as anyone may', () => {
    expect(json(0, 0)).toMatchObject({ count: 8, limit: 2 });
    expect(json(0, 1).items.length).toBeGreaterThan(0);
    expect(json(0, 2).items[0].title).toMatch(/technical debt/i);
    const [first, second] = [json(0, 0), json(0, 4)];
    expect(first.items.map((item: { id: string }) => item.id)).not.toContain(second.items[0].id);
  });

  it('changes a piece, and is refused when it has moved on', () => {
    expect(json(1, 4)).toMatchObject({ category: 'engineering/debt', rev: 2 });
    expect(json(1, 5)).toMatchObject({ status: 412, code: 'precondition_failed', currentRev: 2 });
  });

  it('imports the demo posts again without changing them, and exports them as they were', () => {
    expect(outputs[2]?.[0]).toContain('Nothing changed.');
    expect(outputs[2]?.[1]).toMatch(/^\d+ written, 0 unchanged, 0 failed\.$/m);
  });

  it('offers the same to assistants, programs and people', () => {
    expect(json(3, 0).structuredContent.items).toHaveLength(3);
    expect(JSON.parse(readFileSync(join(newsroom.directory, 'data/openapi.json'), 'utf8')).openapi).toBe('3.1.0');
    expect(json(3, 2).items).toHaveLength(3);
    expect(json(3, 3)).toMatchObject({ slug: 'town-hall', name: 'Town hall', level: 0 });
  });
});
