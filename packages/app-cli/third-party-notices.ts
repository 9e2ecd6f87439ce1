import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'tsdown';

/** Writes `THIRD_PARTY_NOTICES.txt` with the licence of every bundled package, as those licences require. */
export function thirdPartyNotices(): Rolldown.Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageFolder));
      const notices = [...folders].sort().map(noticeOf);
      this.emitFile({ type: 'asset', fileName: 'THIRD_PARTY_NOTICES.txt', source: notices.join(`\n${'-'.repeat(80)}\n\n`) });
    },
  };
}

function packageFolder(moduleId: string): string {
  let folder = dirname(moduleId.replace(/^\0/, '').replace(/\?.*$/, ''));
  // Some packages have a package.json without a name next to each build.
  while (!existsSync(join(folder, 'package.json')) || nameOf(folder) === undefined) folder = dirname(folder);
  return folder;
}

function nameOf(folder: string): string | undefined {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string; version?: string };
  return name === undefined || version === undefined ? undefined : `${name} ${version}`;
}

function noticeOf(folder: string): string {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file === undefined) throw new Error(`${folder} is bundled but has no licence file`);
  return `${nameOf(folder)}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
