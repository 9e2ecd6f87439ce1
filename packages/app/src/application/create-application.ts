import type { AnyCollectionClass, Database } from '@colophon/core';
import type { JobKind } from '@colophon/core/jobs';
import type { Migration } from '@colophon/core/migrations';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { OwnSignIn, Parts, Stop, SurfaceName } from '../definition/application.ts';
import type { Command } from '../definition/command.ts';
import type { Config } from '../settings/config.ts';
import { prefixOf } from '../settings/environment.ts';
import { faultsOf, type OwnSettings, readSettings } from '../settings/read-settings.ts';
import { defineApplication, type RunnableApplication } from './define-application.ts';

/** The configuration of an application with settings of its own. */
export interface ConfigWith<Settings> extends Config {
  readonly settings: Settings;
}

/** What routes and background work of an application are given. */
export interface ApplicationParts<Settings> extends Parts<ConfigWith<Settings>> {
  /** The application's own settings. */
  readonly settings: Settings;
}

/** What an application is. */
export interface ApplicationOptions<Shape extends z.ZodRawShape> {
  /** Its name for people: `Places`. */
  readonly name: string;
  /** Its name in files and settings; default: from its name, `places`. */
  readonly slug?: string;
  /** How people start it, which its messages say; default `node main.ts`. */
  readonly program?: string;
  readonly version: string;
  /** What it stores and exposes, except the tables of identity, the audit log, jobs and backups, which are added. */
  readonly collections: readonly AnyCollectionClass[];
  /** Jobs in addition to its deferrable operations. */
  readonly jobs?: readonly JobKind[];
  readonly migrations?: readonly Migration[];
  /** A sign-in of its own, instead of that of `@colophon/identity`: it then has none of its tables and commands. */
  readonly identity?: OwnSignIn;
  /** Surfaces that it does not have, such as `{ mcp: false }`; by default it has all. */
  readonly surfaces?: Partial<Readonly<Record<SurfaceName, boolean>>>;
  /** Its own settings, which are read from variables that begin with its name: `MAPS_KEY` from `PLACES_MAPS_KEY`. */
  readonly settings?: z.ZodObject<Shape>;
  /** Commands in addition to those of every application. */
  readonly commands?: readonly Command<ConfigWith<z.infer<z.ZodObject<Shape>>>>[];
  /** Provides ports, before anything reads the database. */
  readonly provide?: (database: Database, settings: z.infer<z.ZodObject<Shape>>, config: Config) => void;
  /** Adds routes. At start, one that hides a surface of Colophon, or would never be reached, is refused (`route_taken`). */
  readonly routes?: (routes: Hono, parts: ApplicationParts<z.infer<z.ZodObject<Shape>>>) => void;
  /** Answers requests that nothing else answers, such as for the pages of a browser application; undefined is a problem with status 404. */
  readonly missing?: (request: Request, parts: ApplicationParts<z.infer<z.ZodObject<Shape>>>) => Promise<Response | undefined>;
  /** Begins background work, and returns what ends it. */
  readonly start?: (parts: ApplicationParts<z.infer<z.ZodObject<Shape>>>) => Promise<Stop> | Stop;
}

/**
 * Creates an application: its tables, REST, MCP, OpenAPI, discovery, sign-in, jobs and commands from one list of collections. Nothing is
 * opened, and nothing listens.
 *
 * @throws UsageError if its name yields no name for files and settings
 *
 * @example
 * const app = createApplication({ name: 'Places', version: '1.0.0', collections: [Places] });
 * process.exitCode = await app.run(process.argv.slice(2));
 */
export function createApplication<Shape extends z.ZodRawShape = Record<never, never>>(
  options: ApplicationOptions<Shape>,
): RunnableApplication<ConfigWith<z.infer<z.ZodObject<Shape>>>> {
  type Settings = z.infer<z.ZodObject<Shape>>;
  const { settings, routes, missing, start, provide, identity, ...rest } = options;
  const application: RunnableApplication<ConfigWith<Settings>> = defineApplication<ConfigWith<Settings>>({
    ...rest,
    ...(identity ? { signIn: identity } : {}),
    ownSettings: Object.keys(settings?.shape ?? {}),
    loadConfig(environment, warn) {
      const own = ownSettings(settings, prefixOf(application));
      const { config, own: values } = readSettings(application, own, { environment, warn });
      return { ...config, settings: values };
    },
    ...(provide ? { provide: (config, database) => provide(database, config.settings, config) } : {}),
    prepare(general) {
      const { baseUrl } = general.config;
      const parts: ApplicationParts<Settings> = { ...general, settings: general.config.settings };
      return {
        announcement: announcementOf(application, baseUrl),
        ...(routes ? { routes: (added) => routes(added, parts) } : {}),
        ...(missing ? { missing: (request) => missing(request, parts) } : {}),
        ...(start ? { start: () => start(parts) } : {}),
      };
    },
  });
  return application;
}

/** Reads an object of settings from variables that begin with the name of the application. */
function ownSettings<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape> | undefined,
  prefix: string,
): OwnSettings<z.infer<z.ZodObject<Shape>>> {
  const names = Object.keys(schema?.shape ?? {});
  return {
    names: names.map((name) => `${prefix}${name}`),
    read(variables) {
      const given = Object.fromEntries(names.flatMap((name) => present(name, variables[`${prefix}${name}`])));
      const result = (schema ?? z.object({})).safeParse(given);
      return result.success ? { values: result.data as z.infer<z.ZodObject<Shape>>, faults: [] } : { faults: faultsOf(result, prefix) };
    },
  };
}

function present(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

/** What somebody needs who has just started it. */
function announcementOf(
  { program, signIn, surfaces }: Pick<RunnableApplication, 'program' | 'signIn' | 'surfaces'>,
  baseUrl: string,
): readonly string[] {
  return [
    ...(surfaces.openapi ? [`The API is described at ${baseUrl}/api/v1/openapi.json.`] : []),
    ...(signIn
      ? []
      : [
          `To sign in: ${program} user create --email you@example.com --role admin`,
          `To write from a program: ${program} token create --role editor`,
        ]),
  ];
}
