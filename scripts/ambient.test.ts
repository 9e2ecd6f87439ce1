import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOR_TESTS = /\.(?:test|support|config)\.tsx?$|\/(?:testing|test|peers)\//;

const LOADED = 'a library or file that is loaded on first use';
const REMEMBERED = 'a cache of what depends on nothing else';
const COUNTED = 'a count of what this process does';
const PAGE = 'a page of a browser has one desk';
const SPECIFIED = 'the specification sets it for the process; a port of a database wins over it';

/**
 * Variables of a module that change. What an application sets is a port of its database; here stand only caches, counts, and what the
 * specification names.
 */
const CHANGING: Readonly<Record<string, string>> = {
  'apps/newsroom/desk/src/api/api.ts tellMovedOn': PAGE,
  'apps/newsroom/desk/src/api/api.ts tellSignedOut': PAGE,
  'apps/newsroom/desk/src/shell/View.tsx hasBeenElsewhere': PAGE,
  'apps/newsroom/src/pages/site.ts timeZone': REMEMBERED,
  'apps/newsroom/src/pages/stylesheet.ts made': LOADED,
  'apps/newsroom/src/server/files.ts reader': LOADED,
  'packages/ai/src/pacing/key.ts salt': 'random, once a process',
  'packages/ai/src/vendors/vertex.ts machine': REMEMBERED,
  'packages/content/src/assets/renditions.ts last': COUNTED,
  'packages/content/src/assets/renditions.ts waiting': COUNTED,
  'packages/content/src/contributions/mail/signed-body.ts held': COUNTED,
  'packages/content/src/contributions/types/configure.ts configured': SPECIFIED,
  'packages/content/src/governance/configure.ts configured': SPECIFIED,
  'packages/content/src/record/access.ts latest': REMEMBERED,
  'packages/content/src/record/contents-of.ts open': 'the class Contents, registered by its own module',
  'packages/core/src/audit/chain-hash.ts taken': COUNTED,
  'packages/core/src/fields/new-key.ts latest': COUNTED,
  'packages/core/src/fields/new-key.ts sequence': COUNTED,
  'packages/core/src/fields/new-key.ts taken': COUNTED,
  'packages/core/src/objects/default-database.ts current': 'the specification has objects that are created without a database',
  'packages/core/src/planner/compile-select.ts listsOfColumns': COUNTED,
  'packages/identity/src/pages/passkey-script.ts script': LOADED,
  'packages/identity/src/users/common-password.ts estimator': LOADED,
  'packages/pictures/src/cards/renderer.ts renderer': LOADED,
  'packages/pictures/src/photos/open-picture.ts library': LOADED,
  'packages/readers/src/sender/dns-channel.ts queryCount': COUNTED,
  'packages/ui/src/components/body/uploads.ts lastId': COUNTED,
};

it('no module keeps a setting: two applications in one process would overwrite each other’s', () => {
  const found = globSync('{packages/*,apps/*,apps/*/desk}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !FOR_TESTS.test(file))
    .flatMap((file) => changingIn(file, readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file} ${name}`));
  expect(found.toSorted()).toEqual(Object.keys(CHANGING).toSorted());
});

it('no more than the two functions of the specification configure a process', () => {
  const exported = globSync('packages/*/api.txt', { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(/\bconfigure[A-Z]\w*/g)].map(([name]) => name);
  });
  expect([...new Set(exported)].toSorted()).toEqual(['configureContentContributions', 'configureContentGovernance']);
});

/** The names that `let` declares at the top level of a module. */
function changingIn(file: string, text: string): string[] {
  if (!/^(?:export )?let /m.test(text)) return [];
  return parseSync(file, text).program.body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'let') return [];
    return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : '?'));
  });
}
