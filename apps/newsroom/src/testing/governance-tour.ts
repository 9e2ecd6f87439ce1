import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Browser } from '../../../../packages/identity/src/testing/browser.ts';
import { approve, setPassword } from './approve.ts';
import type { NewsroomProcess } from './newsroom-process.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const EMAIL = 'you@example.com';

/** The lines of the tour in a page of the docs: from its heading to the next one. */
export function tourLines(path = 'docs/governance.md', next = '## Versions'): string[] {
  const page = readFileSync(join(ROOT, path), 'utf8');
  const tour = page.slice(page.indexOf('## A tour'), page.indexOf(`\n${next}`));
  return [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? '').trim().split('\n'));
}

/** The output of each line of the tour. */
export type TourOutputs = ReadonlyMap<number, string>;

/** Runs the lines in one shell; `onOutput` receives the output so far, and may act as a user would. */
export async function runTour(
  newsroom: NewsroomProcess,
  lines: readonly string[],
  onOutput: (shown: string) => void,
): Promise<TourOutputs> {
  const script = lines.map(
    (line, index) => `${line.replaceAll('localhost:4000', `localhost:${newsroom.port}`)}\nprintf '\\n<<end of line ${index}>>\\n'`,
  );
  writeFileSync(join(newsroom.directory, 'tour.sh'), `set -eu\n${script.join('\n')}\n`);
  const env = {
    ...newsroom.environment,
    // No browser must be opened.
    CI: 'true',
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    NEWSROOM_SERVER_URL: newsroom.url,
    XDG_CONFIG_HOME: join(newsroom.directory, 'config'),
    XDG_CACHE_HOME: join(newsroom.directory, 'cache'),
  };
  const shell = spawn('bash', ['tour.sh'], { cwd: newsroom.directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  shell.stdout.on('data', (chunk: Buffer) => onOutput((stdout += chunk.toString()) + stderr));
  shell.stderr.on('data', (chunk: Buffer) => onOutput(stdout + (stderr += chunk.toString())));
  const code = await new Promise<number | null>((done) => shell.once('close', done));
  if (code !== 0) throw new Error(`The tour ended with ${code}: ${stderr}\n${stdout.slice(-2000)}`);
  return new Map([...stdout.matchAll(/([\s\S]*?)\n<<end of line (\d+)>>\n/g)].map((match) => [Number(match[2]), (match[1] ?? '').trim()]));
}

/** The user of the tour: sets the password through the link, and approves each code that is shown. */
export function person(url: string): (shown: string) => void {
  const browser = new Browser(url);
  const seen = new Set<string>();
  let acting: Promise<unknown> = Promise.resolve();
  const once = (found: string | undefined, act: (found: string) => Promise<unknown>): void => {
    if (found === undefined || seen.has(found)) return;
    seen.add(found);
    acting = acting.then(() => act(found));
  };
  return (shown) => {
    once(/http:\/\/\S+token=\S+(?=\s)/.exec(shown)?.[0], (link) => setPassword(browser, link));
    for (const [, code = ''] of shown.matchAll(/\?code=([A-Z]{4}-?[A-Z]{4})\b/g))
      once(code, () => approve(browser, { email: EMAIL, code: code.includes('-') ? code : `${code.slice(0, 4)}-${code.slice(4)}` }));
  };
}
