import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', 'configured-app': 'src/executables/configured-app.ts', 'mcp-bridge': 'src/executables/mcp-bridge.ts' },
  platform: 'node',
  target: 'node20',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: { entry: 'src/index.ts' },
  publint: true,
});
