import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faultsOf } from '../browser/look.ts';
import type { Stage } from '../browser/stage.ts';

/** What is pressed and waited for, by story, before a state is there to be looked at. */
export type Shown = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

interface WellCases {
  readonly shown?: Shown;
  /** Where a story's own entry in `shown` is missing. */
  readonly otherwise?: (page: Page, name: string) => Promise<unknown>;
  /** Stories that other tests look at. */
  readonly except?: readonly string[];
}

/** Every state of a family: well for everybody in every look. */
export function wellCases(stage: Stage, family: string, { shown = {}, otherwise, except = [] }: WellCases = {}): void {
  it.each((stage.names[family] ?? []).filter((name) => !except.includes(name)))(
    '%s: is accessible in all themes, directions and widths',
    async (name) => {
      const page = await stage.open(name);
      await (shown[name] ?? otherwise)?.(page, name);
      expect(await faultsOf(page, `${family} ${name}`)).toEqual([]);
    },
  );
}
