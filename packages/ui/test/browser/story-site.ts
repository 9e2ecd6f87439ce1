import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const STORIES = join(import.meta.dirname, '../stories');
const SOURCE_CONDITIONS = ['@colophon/source', 'browser', 'module', 'import', 'default'];

/** A site that shows the stories of one file. */
export interface StorySite {
  /** Where a story is shown. */
  urlOf(story: string): string;
  /** What the pages loaded that the site does not have. */
  readonly misses: readonly string[];
  stop(): Promise<void>;
}

/** No script but the site's own, no style but its own and what CodeMirror writes under the nonce, nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-story'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/**
 * Builds the stories of a file and serves them on loopback under a strict policy.
 *
 * @param file under `test/stories`, without its ending
 */
export async function startStorySite(file: string): Promise<StorySite> {
  const files = await buildStories(file);
  const misses: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const found = path === '/' ? { type: 'text/html', body: page(files) } : files.get(path.slice(1));
    if (found === undefined) {
      misses.push(path);
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'content-type': `${found.type}; charset=utf-8`, 'content-security-policy': POLICY, 'cache-control': 'no-store' })
      .end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    urlOf: (story) => `${url}?story=${encodeURIComponent(story)}`,
    misses,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface ServedFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

async function buildStories(file: string): Promise<Map<string, ServedFile>> {
  // A test run is `test`, for which JSX would be compiled as for development.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const output = (await build({
    configFile: false,
    root: STORIES,
    logLevel: 'error',
    resolve: { conditions: SOURCE_CONDITIONS },
    plugins: [
      {
        name: 'stories',
        resolveId: (id) => (id === 'story-entry' ? '\0story-entry' : undefined),
        load: (id) =>
          id === '\0story-entry'
            ? `import { show } from ${JSON.stringify(join(STORIES, 'show.tsx'))}; import { stories } from ${JSON.stringify(join(STORIES, `${file}.stories.tsx`))}; show(stories);`
            : undefined,
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'story-entry', output: { entryFileNames: 'entry.js' } } },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput;
  process.env['NODE_ENV'] = mode;
  return new Map(
    output.output.map((part) => [
      part.fileName,
      part.type === 'chunk'
        ? { type: 'text/javascript', body: part.code }
        : { type: part.fileName.endsWith('.css') ? 'text/css' : 'application/octet-stream', body: part.source },
    ]),
  );
}

function page(files: ReadonlyMap<string, ServedFile>): string {
  const styles = [...files.keys()].filter((name) => name.endsWith('.css')).map((name) => `<link rel="stylesheet" href="/${name}">`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="csp-nonce" nonce="story"><title>Story</title>${styles.join('')}</head><body><div id="story"></div><script type="module" src="/entry.js"></script></body></html>`;
}
