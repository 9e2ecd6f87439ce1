import { defineConfig } from 'tsdown';

const shared = {
  entry: {
    index: 'src/index.ts',
    providers: 'src/providers.ts',
    conformance: 'src/conformance.ts',
    mcp: 'src/mcp.ts',
    webhooks: 'src/webhooks.ts',
    'testing/index': 'src/testing/index.ts',
  },
  platform: 'node',
  target: 'node22',
  // package.json is the source of truth: `types` and `default` point at .d.ts and .js.
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const;

export default defineConfig([
  {
    ...shared,
    // What `index` imports is one file, since finding and reading thirty is half of what an import took; a vendor's code is loaded when a
    // client is made of it, so that a process or a page has only the vendors that it uses. The vendors' packages stay outside and are loaded
    // on first use. The comments are in the declarations. A single character beyond Latin-1 would make V8 hold and scan the whole file as
    // two-byte text, so such characters are written as escapes.
    outputOptions: {
      charset: 'ascii',
      comments: false,
      codeSplitting: {
        groups: [
          { name: 'colophon-ai', test: /\/ai\/src\/index\.ts$/, priority: 3 },
          {
            name: 'text',
            test: /\/ai\/src\/(?:text(?!\/operations\/(?:batch|background))|wires\/chat-completions|vendors\/compatible-provider)/,
            priority: 2,
          },
        ],
      },
    },
    dts: false,
  },
  { ...shared, clean: false, dts: { emitDtsOnly: true }, publint: true },
]);
