import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('the package', () => {
  it('does not load its libraries before the first use', () => {
    const program = `
      import { registerHooks } from 'node:module';
      const seen = new Set();
      registerHooks({ resolve: (name, context, next) => (seen.add(name), next(name, context)) });
      const { createOutbound } = await import('@colophon/outbound');
      createOutbound({ userAgent: 'a' });
      console.log([...seen].filter((name) => /^[^.:/]+(?:\\/|$)/.test(name)).join('\\n'));
    `;
    const options = ['--conditions=@colophon/source', '--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program];
    const loaded = execFileSync(process.execPath, options, { cwd: import.meta.dirname, encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(loaded).toContain('@colophon/outbound');
    const heavy = ['robots-parser', 'undici'];
    expect(loaded.filter((name) => heavy.includes(name))).toEqual([]);
  });
});
