import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReadinessLine } from './ReadinessLine.tsx';

type Snapshot = Parameters<typeof ReadinessLine>[0]['snapshot'];

const piece = (ready: boolean, ...satisfied: boolean[]): Snapshot =>
  ({
    governed: { isGoverned: true },
    readiness: { ready, complete: true, requirements: satisfied.map((each) => ({ satisfied: each })) },
  }) as unknown as Snapshot;

it.each([
  ['every verdict is good', piece(true, true, true), 'Ready to publish'],
  ['an advisory verdict is bad', piece(true, true, false), '1 of 2'],
  ['a verdict that blocks is bad, although none is missing', piece(false, true, false), 'Not ready: 1 of 2 met'],
])('says how a piece stands where %s', (_, snapshot, said) => {
  const line = renderToStaticMarkup(<ReadinessLine snapshot={snapshot} isChanged={false} />);
  expect(line).toContain(said);
  expect(line.includes('Ready to publish<')).toBe(said === 'Ready to publish');
});
