import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Import, importsOf } from './imports-of.ts';
import { inCircles, stepsOf } from './steps-of.ts';
import { type Place, readTable } from './table.ts';

/** What the check of a repository found. */
export interface Report {
  /** Each violation: the file and line, the package, and what is not allowed. */
  readonly faults: readonly string[];
  readonly files: number;
  /** The rooms that each room imports, as `packages/core:objects`. */
  readonly arrows: ReadonlyMap<string, ReadonlySet<string>>;
  /** The steps of each package as Markdown, for docs/architecture.md. */
  readonly drawing: string;
}

const SOURCES = '{packages/*,apps/*,apps/*/desk}/src/**/*.{ts,tsx,css}';
const FOR_TESTS = /\.(?:test|support|config)\.tsx?$|\/(?:testing|test|peers)\//;

/**
 * Checks that each room of a repository imports only the rooms, packages and libraries that its `rooms.json` lists, that everything listed is
 * used, and that there are no circles.
 */
export function checkRooms(repository: string): Report {
  const check = new Check(repository);
  for (const file of check.files) if (!FOR_TESTS.test(file)) check.file(file);
  const drawing = check.places.map((place) => check.package(place)).join('\n\n');
  return { faults: check.faults, files: check.files.size, arrows: check.arrows, drawing };
}

class Check {
  readonly faults: string[] = [];
  readonly arrows = new Map<string, Set<string>>();
  readonly files: ReadonlySet<string>;
  readonly places: readonly Place[];
  readonly #repository: string;
  readonly #imports = new Map<string, Set<string>>();

  constructor(repository: string) {
    this.#repository = repository;
    this.places = readTable(repository);
    this.files = new Set(globSync(SOURCES, { cwd: repository }).toSorted());
  }

  /** Checks every import of a file. */
  file(file: string): void {
    const place = this.#placeOf(file);
    const room = place && roomOf(file, place);
    if (place === undefined || room === undefined) {
      this.faults.push(`${file}:1 is in a folder that rooms.json does not list`);
      return;
    }
    for (const each of importsOf(file, readFileSync(join(this.#repository, file), 'utf8'))) {
      const fault = this.#faultOf(each, { file, place, room });
      if (fault !== undefined) this.faults.push(`${file}:${each.line} ${place.path}: ${fault}`);
    }
  }

  /** Checks a package as a whole: its circles and the arrows that nothing uses. Returns its ladder as Markdown. */
  package({ path, name, sees, rooms, circles = 0 }: Place): string {
    const allowed = new Map(Object.entries(rooms).map(([room, others]) => [room, new Set(others)]));
    const { steps, left } = stepsOf(Object.keys(rooms), allowed);
    const own = [...this.#imports.keys()].filter((file) => this.#placeOf(file)?.path === path);
    const circling = [...inCircles(Object.keys(rooms), allowed).map(titleOf), ...inCircles(own, this.#imports)];
    if (circling.length !== circles)
      this.faults.push(
        `${path}: ${circling.length} rooms and files in circles, rooms.json says ${circles}: ${circling.slice(0, 5).join(', ')}`,
      );
    for (const [room, others] of allowed)
      for (const other of others)
        if (!this.arrows.get(`${path}:${room}`)?.has(other))
          this.faults.push(`rooms.json: ${path}: nothing in ${titleOf(room)} imports ${titleOf(other)} any more`);
    const named = steps.map((names) =>
      names
        .filter((each) => each !== '')
        .toSorted()
        .join(' · '),
    );
    const lines = named.filter((names) => names !== '').map((names, step) => `${step + 1}. ${names}`);
    const rest = left.length === 0 ? '' : `In circles: ${left.map(titleOf).toSorted().join(', ')}.`;
    const seen = `Imports ${sees.length === 0 ? 'no other package' : sees.join(', ')}.`;
    return [`### ${name}`, seen, lines.join('\n'), rest].filter((paragraph) => paragraph !== '').join('\n\n');
  }

  /** Returns what is wrong with an import; undefined if nothing is. */
  #faultOf({ name }: Import, from: { readonly file: string; readonly place: Place; readonly room: string }): string | undefined {
    const { file, place, room } = from;
    if (name === undefined) return place.computed?.includes(file) ? undefined : 'imports a module whose name is computed';
    const isStyle = file.endsWith('.css');
    if (name.startsWith('.') || (isStyle && !name.startsWith('@'))) return this.#faultOfFile(join(dirname(file), name), name, from);
    if (isBuiltin(name)) return place.node ? undefined : `runs in a browser and may not import ${name}`;
    const other = this.places.find((each) => name === each.name || name.startsWith(`${each.name}/`));
    if (other === place) return undefined;
    const library = other?.name ?? name.split('/', name.startsWith('@') ? 2 : 1).join('/');
    const isSeen = other !== undefined && place.sees.includes(other.name.replace('@colophon/', ''));
    const allowed = place.npm[library] ?? (isSeen ? '*' : []);
    return allowed === '*' || allowed.includes(room) ? undefined : `${titleOf(room)} may not import ${library}`;
  }

  #faultOfFile(
    target: string,
    name: string,
    { file, place, room }: { readonly file: string; readonly place: Place; readonly room: string },
  ): string | undefined {
    const isKnown = this.files.has(target);
    // A picture or a JSON file beside it.
    if (!isKnown && !/\.(?:tsx?|css)$/.test(target) && target.startsWith(`${place.path}/`)) return undefined;
    if (!isKnown || !target.startsWith(place.root)) return `leaves its package by a path: ${name}`;
    const to = roomOf(target, place);
    // It is reported itself.
    if (to === undefined) return undefined;
    if (FOR_TESTS.test(target)) return `imports what is for tests: ${name}`;
    add(this.#imports, file, target);
    if (to === room) return undefined;
    add(this.arrows, `${place.path}:${room}`, to);
    return place.rooms[room]?.includes(to) ? undefined : `${titleOf(room)} may not import ${titleOf(to)}`;
  }

  #placeOf(file: string): Place | undefined {
    return longest(
      this.places.filter(({ root }) => file.startsWith(root)),
      ({ root }) => root,
    );
  }
}

function roomOf(file: string, { root, rooms }: Place): string | undefined {
  const folder = relative(root, dirname(file));
  const fitting = Object.keys(rooms).filter((room) => (room === '' ? folder === '' : `${folder}/`.startsWith(`${room}/`)));
  return longest(fitting, (room) => room);
}

function longest<T>(candidates: readonly T[], textOf: (candidate: T) => string): T | undefined {
  return candidates.toSorted((one, other) => textOf(other).length - textOf(one).length)[0];
}

function add(graph: Map<string, Set<string>>, from: string, to: string): void {
  const known = graph.get(from);
  if (known) known.add(to);
  else graph.set(from, new Set([to]));
}

const titleOf = (room: string): string => (room === '' ? 'its root' : room);
