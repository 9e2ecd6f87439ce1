import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CreateError } from './create-error.ts';
import type { Names } from './names.ts';
import type { Template } from './options.ts';

/** What a template is called in itself, so that it can be checked and tested where it is. */
const NAMES_OF_TEMPLATE: Names = { name: 'Notebook', slug: 'notebook', prefix: 'NOTEBOOK' };
/** What each template consists of: a later layer replaces files of an earlier one. */
const LAYERS: Readonly<Record<Template, readonly string[]>> = { blank: ['blank'], vite: ['blank', 'vite'] };
/** npm leaves these out of a package, or renames them. */
const STORED_AS: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  _dockerignore: '.dockerignore',
  '_env.example': '.env.example',
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());
}

/** Where the templates are: beside the built program, or beside its sources. */
function layerFolder(layer: string): string {
  const beside = [join(import.meta.dirname, 'templates'), join(import.meta.dirname, '..', 'templates')].find((each) => existsSync(each));
  if (beside === undefined) throw new CreateError('The templates are missing: install create-colophon again.', 1);
  return join(beside, layer);
}

/** Refuses a folder with anything in it. @throws CreateError */
export function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new CreateError(`${folder} is a file. Name another folder.`, 1);
  if (readdirSync(folder).length > 0) throw new CreateError(`${folder} is not empty. Nothing was written: name another folder.`, 1);
}

export interface Filling {
  readonly names: Names;
  readonly database: 'sqlite' | 'postgres';
  /** The archives to install instead of the packages of the registry, by package. */
  readonly archives: ReadonlyMap<string, string>;
}

/** Writes a template with the names of the application. Returns the paths of its files. */
export function writeTemplate(template: Template, folder: string, filling: Filling): string[] {
  const sources = new Map<string, string>();
  for (const layer of LAYERS[template].map(layerFolder)) for (const file of filesIn(layer)) sources.set(file, join(layer, file));
  const written = [...sources].map(([file, source]) => {
    const path = join(folder, ...renamed(file, filling.names).split(/[/\\]/));
    mkdirSync(dirname(path), { recursive: true });
    const text = withNames(readFileSync(source, 'utf8'), filling.names);
    writeFileSync(path, finished(file, text, filling), { flag: 'wx', mode: file.startsWith('bin') ? 0o755 : 0o644 });
    return path;
  });
  return [...written, ...linkInstructions(folder)];
}

/** Assistants look for their instructions under several names. */
function linkInstructions(folder: string): string[] {
  const path = join(folder, 'CLAUDE.md');
  try {
    symlinkSync('AGENTS.md', path);
  } catch {
    // Windows allows links to administrators only.
    copyFileSync(join(folder, 'AGENTS.md'), path);
  }
  return [path];
}

function renamed(file: string, { slug }: Names): string {
  const parts = file.split(/[/\\]/);
  const last = parts.pop() ?? '';
  return [...parts, STORED_AS[last] ?? last.replace(NAMES_OF_TEMPLATE.slug, slug)].join('/');
}

function withNames(text: string, { name, slug, prefix }: Names): string {
  return text
    .replaceAll(new RegExp(`\\b${NAMES_OF_TEMPLATE.name}\\b`, 'g'), () => name)
    .replaceAll(new RegExp(`\\b${NAMES_OF_TEMPLATE.slug}\\b`, 'g'), () => slug)
    .replaceAll(new RegExp(`\\b${NAMES_OF_TEMPLATE.prefix}(?=_)`, 'g'), () => prefix);
}

function finished(file: string, text: string, { names, database, archives }: Filling): string {
  if (file === '_env.example' && database === 'postgres') return text.replace('# DATABASE_URL=postgres:', 'DATABASE_URL=postgres:');
  if (file !== 'package.json' || archives.size === 0) return text;
  const manifest = JSON.parse(text) as { dependencies: Record<string, string>; overrides?: Record<string, string> };
  for (const name of Object.keys(manifest.dependencies))
    manifest.dependencies[name] = archives.get(name) ?? manifest.dependencies[name] ?? '';
  manifest.overrides = Object.fromEntries(archives);
  return `${JSON.stringify(manifest, undefined, 2)}\n`.replace(`"name": "${NAMES_OF_TEMPLATE.slug}"`, `"name": "${names.slug}"`);
}
