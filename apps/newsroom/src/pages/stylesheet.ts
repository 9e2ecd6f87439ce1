import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The stylesheet of readers' pages, at an address that changes with its content. */
export interface Stylesheet {
  readonly path: string;
  readonly text: string;
}

let made: Stylesheet | undefined;

/** The stylesheet; read, or assembled, on the first request. */
export function stylesheet(): Stylesheet {
  if (made) return made;
  // In a build, it is next to the program.
  const built = new URL('./readers.css', import.meta.url);
  const text = existsSync(built) ? readFileSync(built, 'utf8') : bundleStylesheet();
  return (made = { path: `/styles/readers.${hash('sha256', text, 'hex').slice(0, 12)}.css`, text });
}

/**
 * Assembles the stylesheet from the tokens and reading components of the UI package and the pages' own.
 *
 * @param ui the sources of the package's stylesheet; default: resolved by its name
 */
export function bundleStylesheet(ui = pathToFileURL(createRequire(import.meta.url).resolve('@colophon/ui/styles.css'))): string {
  const parts = [
    // The pages' own come first, since they define the order of the layers.
    new URL('./styles/pages.css', import.meta.url),
    ...['./tokens.css', './base.css', '../components/reading/reading.css'].map((path) => new URL(path, ui)),
  ];
  return smaller(parts.map((part) => readFileSync(part, 'utf8')).join('\n'));
}

/** Without comments and insignificant spaces. */
function smaller(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(/;}/g, '}')
    .trim();
}
