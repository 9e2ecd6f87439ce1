import { expect, it } from 'vitest';
import type { Stage } from '../browser/stage.ts';

/** Components over a server that answers nonsense with 200. */
export function nonsenseCases(stage: Stage): void {
  const names = stage.names['nonsense'] ?? [];
  const components = [...new Set(names.map((name) => name.split(': ')[0] ?? ''))];
  it.each(components)('%s: renders without errors', async (component) => {
    const broken: string[] = [];
    for (const name of names.filter((each) => each.startsWith(`${component}: `))) {
      const page = await stage.open(name);
      // What is folded away reads its own.
      const shown = await page.evaluate(async () => {
        const settle = () => new Promise((resolve) => setTimeout(resolve, 30));
        await settle();
        for (const fold of document.querySelectorAll<HTMLElement>('.colo-fold-title')) fold.click();
        await settle();
        return document.querySelector('main')?.textContent ?? '';
      });
      const incidents = stage.incidents();
      if (shown.replace('Story', '').trim() === '' || incidents.length > 0)
        broken.push(`${name}: ${shown.slice(0, 80)} ${incidents.join('; ').slice(0, 300)}`);
    }
    expect(broken).toEqual([]);
  });
}
