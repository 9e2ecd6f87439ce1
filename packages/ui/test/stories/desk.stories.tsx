import { stories as content } from './content.stories.tsx';
import { stories as contributions } from './contributions.stories.tsx';
import { stories as definitions } from './definitions.stories.tsx';
import { stories as editor } from './editor.stories.tsx';
import { stories as governance } from './governance.stories.tsx';
import type { Stories } from './story.ts';

/** Everything that one browser shows one after the other: starting one for each family would take longer than the stories. */
export const stories: Stories = { ...content, ...contributions, ...definitions, ...editor, ...governance };
