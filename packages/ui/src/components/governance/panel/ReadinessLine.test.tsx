import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReadinessLine } from './ReadinessLine.tsx';

type Snapshot = Parameters<typeof ReadinessLine>[0]['snapshot'];

const piece = (ready: boolean, ...satisfied: boolean[]): Snapshot =>
  ({
    governed: { isGoverned: true },
    readiness: { ready, complete: true, requirements: satisfied.map((each) => ({ satisfied: each })) },
  }) as unknown as Snapshot;

it('warns if a type that needs no reviews is probably a typing error for one that does', () => {
  const ofType = (resembles?: string | null): string =>
    renderToStaticMarkup(
      <ReadinessLine snapshot={{ governed: { isGoverned: false, resembles }, readiness: null } as unknown as Snapshot} isChanged={false} />,
    );
  expect(ofType('article')).toContain('The type “article”, which differs only by a letter or the plural, does require reviews.');
  expect(ofType('article')).toContain('data-tone="warning"');
  for (const none of [null, undefined])
    expect(ofType(none)).toBe('<p class="colo-quiet">No review is required for pieces of this type.</p>');
});

it.each([
  ['every verdict is good', piece(true, true, true), 'Ready to publish'],
  ['an advisory verdict is bad', piece(true, true, false), '1 of 2'],
  ['a verdict that blocks is bad, although none is missing', piece(false, true, false), 'Not ready: 1 of 2 met'],
])('says how a piece stands where %s', (_, snapshot, said) => {
  const line = renderToStaticMarkup(<ReadinessLine snapshot={snapshot} isChanged={false} />);
  expect(line).toContain(said);
  expect(line.includes('Ready to publish<')).toBe(said === 'Ready to publish');
});
