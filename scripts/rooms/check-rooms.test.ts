import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkRooms } from './check-rooms.ts';

let repository = '';
afterEach(() => rmSync(repository, { recursive: true, force: true }));

const ROOMS = {
  'packages/low': { source: 'src', node: false, sees: [], npm: {}, rooms: { '': ['words'], words: [] } },
  'packages/high': {
    source: 'src',
    node: true,
    sees: ['low'],
    npm: { hono: ['http'], zod: '*' },
    rooms: { '': ['http', 'ground'], http: ['ground'], ground: [], 'http/inner': ['http'] },
    computed: ['packages/high/src/ground/load.ts'],
  },
};
const FILES: Record<string, string> = {
  'packages/low/package.json': '{"name": "@colophon/low"}',
  'packages/low/src/index.ts': `export { words } from './words/words.ts';`,
  'packages/low/src/words/words.ts': 'export const words = 1;',
  'packages/high/package.json': '{"name": "@colophon/high"}',
  'packages/high/src/index.ts': `export * from './http/serve.ts'; import type { Ground } from './ground/ground.ts';`,
  'packages/high/src/http/serve.ts': `import { Hono } from 'hono'; import { z } from 'zod'; import { join } from 'node:path'; import '../ground/ground.ts';`,
  'packages/high/src/http/inner/inside.ts': `import { serve } from '../serve.ts';`,
  'packages/high/src/ground/ground.ts': `import { words } from '@colophon/low'; export interface Ground {}`,
  'packages/high/src/ground/load.ts': 'export const load = (name: string) => import(name);',
  'packages/high/src/ground/ground.test.ts': `import { serve } from '../http/serve.ts'; import 'vitest';`,
  'packages/high/src/ground/testing/support.ts': 'export const support = 1;',
  'packages/high/src/http/style.css': `@import './other.css';`,
  'packages/high/src/http/other.css': '',
};

/** The faults of a repository that differs from one without faults in these files, and in this table. */
function faultsWith(files: Record<string, string>, table: object = ROOMS): readonly string[] {
  repository = mkdtempSync(join(tmpdir(), 'rooms-'));
  for (const [path, text] of Object.entries({ ...FILES, ...files, 'rooms.json': JSON.stringify(table) })) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  return checkRooms(repository).faults;
}

const withHigh = (change: object): object => ({ ...ROOMS, 'packages/high': { ...ROOMS['packages/high'], ...change } });

describe('check:rooms', () => {
  it('accepts a repository that imports only what is listed, whatever its tests import', () => {
    expect(faultsWith({})).toEqual([]);
  });

  const upward = 'packages/high/src/ground/up.ts';
  it.each([
    ['an import of values', `import { serve } from '../http/serve.ts';`],
    ['an import of types', `import type { Serve } from '../http/serve.ts';`],
    ['an export from it', `export { serve } from '../http/serve.ts';`],
    ['an export of types', `export type { Serve } from '../http/serve.ts';`],
    ['an export of everything', `export * from '../http/serve.ts';`],
    ['a dynamic import', `export const serve = () => import('../http/serve.ts');`],
    ['an import type', `export type Serve = import('../http/serve.ts').Serve;`],
    ['an import by assignment', `import serve = require('../http/serve.ts');`],
    ['a require', `export const serve = require('../http/serve.ts');`],
    ['the file of a thread', `export const file = new URL('../http/serve.ts', import.meta.url);`],
  ])('refuses an arrow that is not listed: %s', (_, text) => {
    expect(faultsWith({ [upward]: `\n${text}` })).toEqual([`${upward}:2 packages/high: ground may not import http`]);
  });

  it('refuses an arrow between style sheets', () => {
    const file = 'packages/high/src/ground/up.css';
    expect(faultsWith({ [file]: `@import url('../http/style.css');` })).toEqual([`${file}:1 packages/high: ground may not import http`]);
  });

  it('refuses a folder without a room, and the use of loose files at the root', () => {
    expect(faultsWith({ 'packages/high/src/new-room/a.ts': '' })).toEqual([
      'packages/high/src/new-room/a.ts:1 is in a folder that rooms.json does not list',
    ]);
    expect(faultsWith({ [upward]: `import '../index.ts';` })).toContain(`${upward}:1 packages/high: ground may not import its root`);
  });

  it('refuses packages and libraries that are not listed, or listed for other rooms, in types as well', () => {
    const low = 'packages/low/src/words/up.ts';
    expect(faultsWith({ [low]: `import type { Serve } from '@colophon/high/http';` })).toEqual([
      `${low}:1 packages/low: words may not import @colophon/high`,
    ]);
    expect(faultsWith({ [upward]: `import type { Hono } from 'hono/tiny';` })).toEqual([
      `${upward}:1 packages/high: ground may not import hono`,
    ]);
    expect(faultsWith({ [upward]: `import yaml from '@scope/yaml/sub';` })).toEqual([
      `${upward}:1 packages/high: ground may not import @scope/yaml`,
    ]);
  });

  it('refuses a path that leaves the package, and files that are for tests', () => {
    expect(faultsWith({ [upward]: `import '../../../low/src/words/words.ts';` })).toEqual([
      `${upward}:1 packages/high: leaves its package by a path: ../../../low/src/words/words.ts`,
    ]);
    expect(faultsWith({ [upward]: `import './testing/support.ts';` })).toEqual([
      `${upward}:1 packages/high: imports what is for tests: ./testing/support.ts`,
    ]);
  });

  it('refuses modules of Node where a browser runs the code', () => {
    const file = 'packages/low/src/words/read.ts';
    expect(faultsWith({ [file]: `import 'node:fs';` })).toEqual([`${file}:1 packages/low: runs in a browser and may not import node:fs`]);
  });

  it('refuses a computed import, but in the files that are listed for it', () => {
    expect(faultsWith({ [upward]: 'export const load = (name: string) => import(name);' })).toEqual([
      `${upward}:1 packages/high: imports a module whose name is computed`,
    ]);
  });

  it('refuses circles, among rooms of the table and among files, whose number must be exact', () => {
    const both = {
      'packages/high/src/ground/one.ts': `import './two.ts';`,
      'packages/high/src/ground/two.ts': `import type {} from './one.ts';`,
    };
    const [fault] = faultsWith(both);
    expect(fault).toBe(
      'packages/high: 2 rooms and files in circles, rooms.json says 0: packages/high/src/ground/one.ts, packages/high/src/ground/two.ts',
    );
    expect(faultsWith(both, withHigh({ circles: 2 }))).toEqual([]);
    expect(faultsWith({}, withHigh({ circles: 2 }))).toEqual(['packages/high: 0 rooms and files in circles, rooms.json says 2: ']);
  });

  it('refuses a listed arrow that nothing uses', () => {
    const rooms = { ...ROOMS['packages/high'].rooms, http: ['ground', 'http/inner'], 'http/inner': [] };
    expect(faultsWith({ 'packages/high/src/http/inner/inside.ts': '' }, withHigh({ rooms }))).toEqual([
      'rooms.json: packages/high: nothing in http imports http/inner any more',
    ]);
  });

  it('draws each package as steps, where each room imports only rooms of lower steps', () => {
    faultsWith({});
    expect(checkRooms(repository).drawing).toContain('1. ground\n2. http\n3. http/inner');
  });
});
