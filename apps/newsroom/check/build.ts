import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argv, pid } from 'node:process';
import { build } from 'vite';

const SOURCE = join(import.meta.dirname, 'src');

/**
 * Builds the page that checks a piece: one file, which needs nothing else and can be saved. Its own policy lets nothing run but its own script, by
 * the digest of it.
 *
 * @param file where it goes
 */
export async function buildCheck(file: string): Promise<void> {
  const script = await bundle();
  const style = smaller(readFileSync(join(SOURCE, 'check.css'), 'utf8'));
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(script)}`,
    `style-src ${digestOf(style)}`,
    // The site that serves it may be one of this machine, without HTTPS.
    "connect-src 'self' https:",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const html = readFileSync(join(SOURCE, 'check.html'), 'utf8')
    .replaceAll(/>\s+</g, '> <')
    .replace('%POLICY%', () => policy)
    .replace('</style>', () => `${style}</style>`)
    .replace('</script>', () => `${script}</script>`);
  const beside = `${file}.${pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(beside, html);
  // Nobody is served half of it.
  renameSync(beside, file);
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    resolve: { conditions: ['@colophon/source', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(SOURCE, 'main.ts'), formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output: [chunk] } = { output: [] }] = (Array.isArray(built) ? built : [built]) as { output: { code?: string }[] }[];
  if (chunk?.code === undefined) throw new Error('The page was built without its script.');
  // Within a page the script ends at its first closing tag, and a file has no charset but ASCII that everything agrees on.
  return escapeNonAscii(chunk.code.trim()).replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
}

function escapeNonAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function smaller(css: string): string {
  return css
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const asked = argv[1] !== undefined && resolve(argv[1]) === import.meta.filename;
if (asked) await buildCheck(resolve(argv[2] ?? join(import.meta.dirname, '../dist/check/colophon-check.html')));
