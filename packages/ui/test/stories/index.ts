import { stories as chat } from './chat.stories.tsx';
import { stories as comments } from './comments.stories.tsx';
import { stories as content } from './content.stories.tsx';
import { stories as contributions } from './contributions.stories.tsx';
import { stories as definitions } from './definitions.stories.tsx';
import { stories as editor } from './editor.stories.tsx';
import { stories as governance } from './governance.stories.tsx';
import { stories as list } from './list.stories.tsx';
import { stories as live } from './live.stories.tsx';
import { stories as media } from './media.stories.tsx';
import { stories as nonsense } from './nonsense.stories.tsx';
import { stories as reading } from './reading.stories.tsx';
import { stories as staff } from './staff.stories.tsx';
import type { Stories } from './story.ts';
import { stories as trash } from './trash.stories.tsx';

/** Everything that one page shows one after the other: loading one for each state would take longer than looking at it. */
export const families = {
  chat,
  comments,
  content,
  contributions,
  definitions,
  editor,
  governance,
  list,
  live,
  media,
  nonsense,
  reading,
  staff,
  trash,
} satisfies Readonly<Record<string, Stories>>;
