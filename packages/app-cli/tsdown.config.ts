import { defineConfig } from 'tsdown';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

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
      codeSplitting: { groups: CHUNK_GROUPS },
    },
    // Less to read at each start; names stay, for the sake of stack traces.
    minify: { compress: true, mangle: false, codegen: true },
    plugins: [thirdPartyNotices()],
    dts: false,
  },
  { ...shared, entry: { index: 'src/index.ts' }, clean: false, dts: { emitDtsOnly: true }, publint: true },
]);
