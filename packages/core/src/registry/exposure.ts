import type { CliSetting, ExposeSetting } from '../objects/definition.ts';
import { CRUD_ACTIONS } from '../objects/definition.ts';

/** The methods that a setting exposes, and its faults. */
export interface Exposure {
  readonly names: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** Resolves which operations `api` or `mcp` expose; by default none. */
export function resolveExposure(
  className: string,
  surface: string,
  setting: ExposeSetting | undefined,
  methods: ReadonlySet<string>,
): Exposure {
  if (setting === undefined || setting === false) return { names: new Set(), faults: [] };
  if (setting === true) return { names: methods, faults: [] };
  const named = [...(setting.include ?? []), ...(setting.exclude ?? [])];
  const faults = named
    .filter((name) => !methods.has(name))
    .map((name) => `${className}.${name}: ${surface} lists it but the class has no such operation`);
  const included = setting.include ?? [...methods];
  return { names: new Set(included.filter((name) => methods.has(name) && !setting.exclude?.includes(name))), faults };
}

/** The commands of a class. */
export interface CommandExposure {
  /** Exposed over HTTP: each has an API route. */
  readonly http: ReadonlySet<string>;
  /** For the local in-process CLI only. */
  readonly local: ReadonlySet<string>;
  readonly faults: readonly string[];
  /** `Class.method: reason` for commands that discovery cannot expose. */
  readonly warnings: readonly string[];
}

/**
 * Resolves the `cli` setting:
 *
 * | value | effect |
 * |---|---|
 * | unset, `true`, `{}` | the CRUD commands that the API exposes |
 * | `false` | none |
 * | `{include}` | exactly these, which the API must expose; `all` is every operation |
 * | `{exclude}` | the CRUD commands, or those included, without these |
 * | `{skipApiCheck}` | all or the named included commands need no API route: they run in process only |
 * | `{http: false}` | none over HTTP; all in process |
 */
export function resolveCommands(
  className: string,
  setting: CliSetting | undefined,
  methods: ReadonlySet<string>,
  api: ReadonlySet<string>,
): CommandExposure {
  if (setting === false) return { http: new Set(), local: new Set(), faults: [], warnings: [] };
  const options = setting === undefined || setting === true ? {} : setting;
  const faults: string[] = [];
  const skipped = Array.isArray(options.skipApiCheck) ? (options.skipApiCheck as readonly string[]) : undefined;
  const check = (names: readonly string[] | undefined, where: string): void => {
    for (const name of names ?? [])
      if (!methods.has(name)) faults.push(`${className}.${name}: cli.${where} lists it but it is not a command of the class`);
  };
  const included = options.include === 'all' ? [...methods] : options.include;
  check(included, 'include');
  check(options.exclude, 'exclude');
  check(skipped, 'skipApiCheck');
  const waived = (name: string): boolean => options.skipApiCheck === true || (skipped?.includes(name) ?? false);
  const chosen = [...new Set(included ?? CRUD_ACTIONS.filter((name) => api.has(name)))].filter(
    (name) => methods.has(name) && !options.exclude?.includes(name),
  );
  const http = new Set<string>();
  const local = new Set<string>();
  const warnings: string[] = [];
  for (const name of chosen) {
    const routed = api.has(name);
    if (!routed && !waived(name))
      faults.push(`${className}.${name}: cli.include lists it but the API does not expose it; expose it, or set skipApiCheck`);
    if (options.http !== false && routed) http.add(name);
    else local.add(name);
    if (options.http !== false && !routed && waived(name))
      warnings.push(`${className}.${name}: it has no API route, so it runs in process only`);
  }
  return { http, local, faults, warnings };
}
