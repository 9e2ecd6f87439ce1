import { parseArgs } from 'node:util';
import { CreateError } from './create-error.ts';

/** The templates, with what each is. */
export const TEMPLATES = {
  blank: 'an application with one object, and every surface',
  vite: 'the same with a browser application, in React',
} as const;
export type Template = keyof typeof TEMPLATES;

/** What was asked for on the command line. */
export interface Options {
  readonly folder: string | undefined;
  readonly template: Template | undefined;
  /** The name of the application for people: `Places`. */
  readonly name: string | undefined;
  readonly database: 'sqlite' | 'postgres';
  readonly install: boolean;
  readonly git: boolean;
  /** A folder with archives of the packages, instead of the registry. */
  readonly from: string | undefined;
  /** Asks nothing. */
  readonly yes: boolean;
}

export const USAGE = `Usage: npm create colophon@latest [folder] -- [options]

  --template <name>    ${Object.entries(TEMPLATES)
    .map(([name, about]) => `${name}: ${about}`)
    .join('\n                       ')}
  --name <name>        the name of the application, such as "Places"
  --database <kind>    sqlite (default) or postgres
  --from <folder>      archives of the packages (.tgz), instead of the registry
  --no-install         do not run npm install
  --no-git             make no repository
  --yes                ask nothing`;

/** Reads the command line. @throws CreateError naming what is not valid */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parse(argv);
  const { template, database = 'sqlite', name, from } = values;
  if (template !== undefined && !isTemplate(template))
    throw new CreateError(`There is no template ${template}. There are: ${Object.keys(TEMPLATES).join(', ')}.`, 2);
  if (database !== 'sqlite' && database !== 'postgres') throw new CreateError('--database must be sqlite or postgres.', 2);
  if (positionals.length > 1) throw new CreateError(`One folder can be named, not ${positionals.length}: ${positionals.join(', ')}.`, 2);
  return {
    folder: positionals[0],
    template,
    name,
    database,
    install: values['no-install'] !== true,
    git: values['no-git'] !== true,
    from,
    yes: values.yes === true,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        template: { type: 'string' },
        name: { type: 'string' },
        database: { type: 'string' },
        from: { type: 'string' },
        'no-install': { type: 'boolean' },
        'no-git': { type: 'boolean' },
        yes: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CreateError(`${(error as Error).message}\n\n${USAGE}`, 2);
  }
}

function isTemplate(name: string): name is Template {
  return Object.hasOwn(TEMPLATES, name);
}
