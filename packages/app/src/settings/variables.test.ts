import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readVariables } from './variables.ts';

const NAMES = ['PORT', 'PLACES_SECRET', 'DATABASE_URL'];

describe('the variables of an application', () => {
  let folder: string;
  let before: string;
  beforeAll(() => {
    before = process.cwd();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'variables-'));
    process.chdir(folder);
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  const file = (name: string, text: string, mode = 0o600): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const read = (environment: NodeJS.Dict<string>) => readVariables('PLACES_', NAMES, environment);

  it('come from the environment, from files, from .env and from a configuration file, in this order', () => {
    file('.env', 'PORT=2\nPLACES_CONFIG=places.env\nDATABASE_URL_FILE=url');
    file('places.env', 'PORT=3\nPLACES_SECRET=from the configuration');
    file('url', 'sqlite:a.sqlite\n');
    const { values, sources, faults, warnings } = read({ PORT: '1' });
    expect(values).toMatchObject({ PORT: '1', PLACES_SECRET: 'from the configuration', DATABASE_URL: 'sqlite:a.sqlite' });
    expect(NAMES.map((name) => sources.get(name))).toEqual(['environment', 'configuration file', 'file']);
    expect([faults, warnings]).toEqual([[], []]);
    expect(read({}).values['PORT']).toBe('2');
  });

  it('lose one line end of a file, and nothing else', () => {
    for (const [text, value] of [
      ['a\n', 'a'],
      ['a\r\n', 'a'],
      ['a\n\n', 'a\n'],
      [' a ', ' a '],
    ] as const)
      expect(read({ PLACES_SECRET_FILE: file('secret', text) }).values['PLACES_SECRET']).toBe(value);
  });

  it('name each mistake and its remedy, and never a value', () => {
    const path = file('secret', 'hunter2');
    expect(read({ PLACES_SECRET: 'x', PLACES_SECRET_FILE: path }).faults).toEqual([
      'PLACES_SECRET and PLACES_SECRET_FILE are both set: remove one of them',
    ]);
    expect(read({ PLACES_SECRET_FILE: join(folder, 'none') }).faults).toEqual([
      `PLACES_SECRET_FILE names ${join(folder, 'none')}, which does not exist`,
    ]);
    expect(read({ PLACES_SECRET_FILE: folder }).faults).toEqual([`PLACES_SECRET_FILE names ${folder}, which cannot be read (EISDIR)`]);
    expect(read({ PLACES_CONFIG: 'none.env' }).faults).toEqual(['PLACES_CONFIG names none.env, which does not exist']);
  });

  it.skipIf(process.platform === 'win32')('warn of a file that everybody can read', () => {
    const path = file('secret', 'hunter2', 0o644);
    const { values, warnings } = read({ PLACES_SECRET_FILE: path });
    expect(values['PLACES_SECRET']).toBe('hunter2');
    expect(warnings).toEqual([`PLACES_SECRET_FILE: everybody on this machine can read ${path}; run: chmod 600 ${path}`]);
  });

  it('are not read from files that no setting names', () => {
    expect(read({ OTHER_FILE: '/etc/passwd' }).values).toEqual({ OTHER_FILE: '/etc/passwd' });
  });
});
