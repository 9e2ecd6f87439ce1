import type { ReactElement } from 'react';
import type { BodyView } from './BodyModes.tsx';
import { WordCount } from './WordCount.tsx';
import { WritingMenu } from './WritingMenu.tsx';

interface WritingBarProps {
  readonly view: BodyView;
  readonly onOutline: () => void;
  readonly text: string;
  readonly language: string | null;
  readonly contentId: string | null;
}

/** What stands beside the views of a text: help with writing, and how many words it has. */
export function WritingBar({ view, onOutline, ...text }: WritingBarProps): ReactElement {
  return (
    <>
      <WritingMenu view={view} onOutline={onOutline} />
      <WordCount {...text} />
    </>
  );
}
