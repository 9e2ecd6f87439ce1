import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The one stylesheet of readers' pages, under an address that changes with it. */
export interface Stylesheet {
  readonly path: string;
  readonly text: string;
}

let made: Stylesheet | undefined;

/** The stylesheet; read, or put together, when the first page is asked for. */
export function stylesheet(): Stylesheet {
  if (made) return made;
  // Built, it stands beside the program.
  const built = new URL('./readers.css', import.meta.url);
  const text = existsSync(built) ? readFileSync(built, 'utf8') : bundleStylesheet();
  return (made = { path: `/styles/readers.${hash('sha256', text, 'hex').slice(0, 12)}.css`, text });
}

/**
 * Puts the stylesheet together of the tokens and reading components of the UI package and of the pages' own.
 *
 * @param ui the sources of the package's stylesheet; where its name leads unless given
 */
export function bundleStylesheet(ui = pathToFileURL(createRequire(import.meta.url).resolve('@colophon/ui/styles.css'))): string {
  const parts = [
    // The pages' own first: it says which layer goes before which.
    new URL('./styles/pages.css', import.meta.url),
    ...['./tokens.css', './base.css', '../components/reading/reading.css'].map((path) => new URL(path, ui)),
  ];
  return smaller(parts.map((part) => readFileSync(part, 'utf8')).join('\n'));
}

/** Without comments, and without spaces that say nothing. */
function smaller(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(/;}/g, '}')
    .trim();
}
