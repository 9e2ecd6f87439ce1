import { defineConfig } from 'tsdown';
import { thirdPartyNotices } from './third-party-notices.ts';

/** What every command of a resource runs through, and most others too. In one file it loads in half the time. */
const CLIENT =
  /\/(contract\/src|app-cli\/src\/(?!commands\/(auth|doctor|help|mcp|profiles|resources)\/|mcp-bridge\/|executables\/|login\/(poll|start|read)|config\/file-lock))/;

/** What is needed before anything is run: the definition of the application, and `--version`. */
const START = /\/app-cli\/(package\.json|src\/(index|create-app-cli|app-definition|errors|exit-code|version|config\/paths)\.ts)/;

const shared = {
  platform: 'node',
  target: 'node20',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  // Development dependencies are bundled: the contract, which every start needs, and the MCP SDK, which is a chunk of its own.

  inputOptions: { resolve: { conditionNames: ['@colophon/source', 'node', 'import', 'default'] } },
} as const;

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', 'configured-app': 'src/executables/configured-app.ts', 'mcp-bridge': 'src/executables/mcp-bridge.ts' },
    outputOptions: {
      comments: false,
      codeSplitting: {
        groups: [
          { name: 'start', test: START, priority: 2 },
          { name: 'client', test: CLIENT, priority: 1 },
        ],
      },
    },
    // Less to read at each start; names stay, for the sake of stack traces.
    minify: { compress: true, mangle: false, codegen: true },
    plugins: [thirdPartyNotices()],
    dts: false,
  },
  { ...shared, entry: { index: 'src/index.ts' }, clean: false, dts: { emitDtsOnly: true }, publint: true },
]);
