import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { NEWSROOM_SETTINGS } from '../apps/newsroom/src/config/load-config.ts';
import { COMMANDS } from '../apps/newsroom/src/main.ts';
import { settingNames } from '../packages/app/src/settings/environment.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
const FILES = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:yaml|service)$|file$/i.test(path));
const { version } = JSON.parse(readFileSync(join(DEPLOY, '../apps/newsroom/package.json'), 'utf8')) as { version: string };
const SETTINGS = new Set([...settingNames({ slug: 'newsroom' }), ...NEWSROOM_SETTINGS, 'NEWSROOM_CONFIG']);
/** Variables of programs beside Newsroom. */
const OF_OTHERS = /^(?:NODE_ENV|POSTGRES_\w+)$/;

const textOf = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const documents = (path: string) => parseAllDocuments(textOf(path));

describe('the files for deploying Newsroom', () => {
  it.each(FILES.filter((path) => path.endsWith('.yaml')))('%s is YAML', (path) => {
    for (const document of documents(path)) expect([path, document.errors]).toEqual([path, []]);
  });

  it.each(FILES)('%s sets only settings that there are', (path) => {
    const names = [...textOf(path).matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b(?=[:=]|\s*:)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !SETTINGS.has(name.replace(/_FILE$/, '')) && !OF_OTHERS.test(name))).toEqual([]);
  });

  it('name the image of this version', () => {
    const named = FILES.flatMap((path) => [...textOf(path).matchAll(/\bnewsroom:(\d+\.\d[\w.]*)/g)].map(([, tag]) => tag));
    expect(named.length).toBeGreaterThan(4);
    expect(new Set(named)).toEqual(new Set([version]));
  });

  it('run commands that there are', () => {
    const names = COMMANDS.map(({ name }) => name);
    const given = FILES.flatMap((path) => [
      ...[...textOf(path).matchAll(/(?:command|args): \[([^\]]+)\]/g)].map(([, words = '']) => words.split(/,\s*/).join(' ')),
      ...[...textOf(path).matchAll(/newsroom\.js ((?:[a-z]+ ?)+)/g)].map(([, words = '']) => words.trim()),
    ]);
    expect(given.length).toBeGreaterThan(3);
    expect(given.filter((words) => !names.includes(words))).toEqual([]);
  });

  it('give no process rights that it does not need', () => {
    const pods = FILES.filter((path) => path.startsWith('kubernetes'))
      .flatMap((path) => documents(path).map((document) => document.toJS() as Record<string, never>))
      .flatMap((object) => podsOf(object));
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    }
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('newsroom.service is a unit that systemd accepts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'newsroom-unit-'));
    // The programs that it names are those of the machine it is installed on.
    writeFileSync(join(folder, 'newsroom.service'), textOf('newsroom.service').replaceAll(/\/usr\/bin\/node\b/g, process.execPath));
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'newsroom.service')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    expect((stdout + stderr).split('\n').filter((line) => line.includes('newsroom.service'))).toEqual([]);
  });
});

interface Pod {
  readonly securityContext: object;
  readonly containers: readonly { readonly securityContext: object }[];
}

/** The pods that an object of Kubernetes describes, however deep. */
function podsOf(value: unknown): readonly Pod[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('containers' in value) return [value as Pod];
  return Object.values(value).flatMap(podsOf);
}
