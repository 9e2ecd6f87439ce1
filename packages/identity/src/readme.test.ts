import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

describe('the README', () => {
  it('contains a tour that runs unchanged', async () => {
    const readme = await readFile(`${PACKAGE}/README.md`, 'utf8');
    const tour = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code).join('\n');
    const shown = `${tour}\nconsole.log(JSON.stringify({ url: ada.setPasswordUrl, caller, status: started.status })); await database.close();`;
    const flags = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', shown];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: PACKAGE });
    expect(JSON.parse(stdout)).toMatchObject({
      url: expect.stringContaining('http://localhost:4000/set-password?token=') as string,
      caller: { kind: 'token', name: 'Importer', role: 'editor' },
      status: 201,
    });
  });
});
