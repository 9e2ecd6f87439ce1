import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'tsdown';
import type { Addresses } from './program.ts';

const TOOLS = path.join(import.meta.dirname, '../../../../tools/runtimes');
const TARGET = `${process.platform}-${process.arch}`;

/** A runtime: how its binary is found and how it runs the contract. */
export interface Runtime {
  name: string;
  /** The binary; `undefined` if it is not installed. */
  binary: string | undefined;
  run(folder: string, addresses: Addresses): Promise<unknown>;
}

/** The runtimes that npm ships a binary of, if `npm ci` was run in `tools/runtimes`. */
export const runtimes: readonly Runtime[] = [
  {
    name: 'Deno, with permission for the network only',
    binary: findBinary({
      'linux-x64': '@deno/linux-x64-glibc/deno',
      'linux-arm64': '@deno/linux-arm64-glibc/deno',
      'darwin-arm64': '@deno/darwin-arm64/deno',
    }),
    run(folder, addresses) {
      return runProgram(
        this.binary as string,
        ['run', '--allow-net', '--no-prompt', '--cached-only', path.join(folder, 'main.js')],
        addresses,
      );
    },
  },
  {
    name: 'Bun',
    binary: findBinary(
      {
        'linux-x64': '@oven/bun-linux-x64/bin/bun',
        'linux-arm64': '@oven/bun-linux-aarch64/bin/bun',
        'darwin-arm64': '@oven/bun-darwin-aarch64/bin/bun',
      },
      'bun/bin/bun.exe',
    ),
    run(folder, addresses) {
      return runProgram(this.binary as string, ['run', path.join(folder, 'main.js')], addresses);
    },
  },
  workerd('workerd', []),
  workerd('workerd with nodejs_compat', ['nodejs_compat']),
];

/** Bundles the contract, with the library's source, into one file for each kind of entry. */
export async function bundleContract(folder: string): Promise<void> {
  for (const name of ['main', 'worker']) {
    await build({
      cwd: path.join(import.meta.dirname, '../..'),
      config: false,
      entry: { [name]: path.join(import.meta.dirname, `${name}.ts`) },
      outDir: folder,
      platform: 'neutral',
      target: 'es2022',
      dts: false,
      clean: false,
      logLevel: 'error',
      outExtensions: () => ({ js: '.js' }),
      outputOptions: { codeSplitting: false },
      inputOptions: { resolve: { conditionNames: ['@colophon/source', 'import', 'default'] }, checks: { ineffectiveDynamicImport: false } },
      // The vendors' packages are loaded only by the kinds that need them, which the contract does not call.
      deps: { alwaysBundle: [/./], neverBundle: [/^node:/, /^@ai-sdk\/(?:google|openai|amazon-bedrock)/, 'google-auth-library'] },
    });
  }
}

/** @param moved where the install script of the package moves the binary of this platform, if it runs */
function findBinary(places: Readonly<Record<string, string>>, moved?: string): string | undefined {
  return [places[TARGET], moved]
    .flatMap((place) => (place === undefined ? [] : [path.join(TOOLS, 'node_modules', place)]))
    .find((file) => existsSync(file));
}

function runProgram(binary: string, options: readonly string[], { vendor, silent, closed }: Addresses): Promise<unknown> {
  // Nothing of this process's environment: the contract must not need any of it.
  const child = spawn(binary, [...options, vendor, silent, closed], { env: { HOME: '/nonexistent' }, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', () => {
      try {
        resolve(JSON.parse(output));
      } catch {
        reject(new Error(`${binary} printed no JSON: ${output.slice(0, 2000)}\n${errors.slice(0, 4000)}`));
      }
    });
  });
}

function workerd(name: string, flags: readonly string[]): Runtime {
  return {
    name,
    binary: findBinary({
      'linux-x64': '@cloudflare/workerd-linux-64/bin/workerd',
      'linux-arm64': '@cloudflare/workerd-linux-arm64/bin/workerd',
      'darwin-arm64': '@cloudflare/workerd-darwin-arm64/bin/workerd',
    }),
    async run(folder, addresses) {
      const config = path.join(folder, `${name.replaceAll(/\W/g, '-')}.capnp`);
      await writeFile(config, configOf(flags));
      const child = spawn(this.binary as string, ['serve', config, '--control-fd=3'], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
      try {
        const port = await readPort(child);
        const response = await fetch(`http://127.0.0.1:${port}/?${new URLSearchParams({ ...addresses })}`);
        return await response.json();
      } finally {
        child.kill();
      }
    },
  };
}

function configOf(flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "loopback", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join(', ')}],
  globalOutbound = "loopback",
);
`;
}

/** The port that workerd chose, which it writes to its control file. */
function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('close', () => reject(new Error(`workerd ended: ${errors.slice(0, 4000)}`)));
    let control = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      control += chunk.toString();
      for (const line of control.split('\n').slice(0, -1)) {
        const { event, port } = JSON.parse(line) as { event?: string; port?: number };
        if (event === 'listen' && port !== undefined) resolve(port);
      }
    });
  });
}

/** The pinned version of a runtime, for the README's table. */
export function pinnedVersions(): Readonly<Record<string, string>> {
  const { dependencies } = createRequire(import.meta.url)(path.join(TOOLS, 'package.json')) as { dependencies: Record<string, string> };
  return dependencies;
}
