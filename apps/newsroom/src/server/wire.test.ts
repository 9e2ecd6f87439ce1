import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expectComplete } from '@colophon/core/testing';
import { it } from 'vitest';

const PACKAGES = resolve(import.meta.dirname, '../../../../packages');
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

it('every port of the packages is provided by wire.ts, for every application, or by the routes of identity', () => {
  const files = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
  const declared = files.flatMap((file) => namesIn(readFileSync(join(PACKAGES, file), 'utf8'), /^(?:export )?const (\w+) = port[<(]/gm));
  const providing = [
    join(import.meta.dirname, 'wire.ts'),
    join(PACKAGES, 'app/src/compose/provide-general.ts'),
    join(PACKAGES, 'app/src/server/heads.ts'),
    join(PACKAGES, 'app/src/server/log.ts'),
    join(PACKAGES, 'identity/src/endpoints/identity-routes.ts'),
  ];
  const provided = providing.flatMap((file) => namesIn(readFileSync(file, 'utf8'), /\.provide\(\s*(\w+),/g));
  expectComplete('wire.ts', declared, provided, {
    challengeBits: 'the default is what a public form needs; tests lower it',
    contentAddresses: 'the default is where the pages of Newsroom are',
    contentGovernance: 'the governance of a tenant is stored and edited on the desk',
    contributionTypes: 'the types of a tenant are stored and edited on the desk',
    jobQueue: 'without it the queue is chosen by the database',
    passwordCost: 'the default is the production cost; tests lower it',
  });
});
