import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../../packages/ui/test/browser/find-chromium.ts';
import { startChromium } from '../../packages/ui/test/browser/start-chromium.ts';
import { startNewsroom } from '../../apps/newsroom/src/testing/newsroom-process.ts';

// Installs the example with the packages as they would be published, builds it, and tests it in a browser against a separate Newsroom: node
// --conditions=@colophon/source examples/next/drive.ts. It takes minutes and 350 MB, so it is not part of `npm test`.
const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const home = await mkdtemp(join(tmpdir(), 'colophon-next-'));
const started: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })];
try {
  const app = join(home, 'app');
  await cp(import.meta.dirname, app, { recursive: true, filter: (path) => !path.includes('node_modules') && !path.includes('.next') });
  say('packing the packages');
  for (const name of ['contract', 'client', 'ui'])
    await run('npm', ['pack', '-w', `packages/${name}`, '--pack-destination', home], { cwd: ROOT });
  const tarballs = (await readdir(home)).filter((file) => file.endsWith('.tgz')).map((file) => join(home, file));
  say('installing Next');
  await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: app, maxBuffer: 1e8 });
  const newsroom = await startNewsroom();
  started.unshift(() => newsroom.dispose());
  const list = (await (await fetch(`${newsroom.url}/api/v1/articles?limit=1&fields=id,title`)).json()) as Listed;
  const piece = list.items[0];
  if (piece === undefined) throw new Error('The demo content has no article.');
  const environment = {
    ...process.env,
    NEWSROOM_URL: newsroom.url,
    PIECE: piece.id,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  } as const;
  say('building');
  await run('npm', ['run', 'build'], { cwd: app, env: environment, maxBuffer: 1e8 });
  const port = await freePort();
  const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
    cwd: app,
    env: environment,
    stdio: 'ignore',
  });
  started.unshift(() => end(next));
  await drive(`http://localhost:${port}`, piece.title);
  say('The example for Next works.');
} finally {
  for (const stop of started) await stop();
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

/** What a reader and an editor see. */
async function drive(url: string, title: string): Promise<void> {
  const chromium = await findChromium();
  if (chromium === undefined) throw new Error('There is no Chromium: CHROMIUM names its program.');
  await ready(url);
  const told = await (await fetch(url)).text();
  if (!told.includes('How this was made') && !told.includes('Nothing is told of this piece yet.'))
    throw new Error(`The page for readers does not show ${title}: ${told.slice(0, 500)}`);
  const browser = await startChromium(chromium);
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${url}/editor`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Written in Next');
    await page.locator('.cm-content').waitFor();
    const colour = await page.getByRole('button', { name: 'Save' }).evaluate((button) => getComputedStyle(button).backgroundColor);
    if (colour !== 'rgb(107, 31, 92)') throw new Error(`The theme is not seen: the button is ${colour}.`);
    await page.getByRole('button', { name: 'Save' }).click();
    // This browser is not signed in: Newsroom's own message appears, and the typed text stays.
    await page.locator('.colo-notice').first().waitFor();
    if ((await page.getByRole('textbox', { name: 'Title' }).inputValue()) !== 'Written in Next') throw new Error('What was typed is gone.');
    if (errors.length > 0) throw new Error(`The page failed: ${errors.join('\n')}`);
  } finally {
    await browser.close();
  }
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('Next did not become ready.');
}

function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill();
  return ended;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
