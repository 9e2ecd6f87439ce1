import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { newsroom } from './application.ts';

it('has an OpenAPI document without linter findings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(await newsroom.describe()), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

it('describes as a text nothing that has the items of a list', async () => {
  const mixed: string[] = [];
  const look = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'string' && 'items' in value) mixed.push(pointer);
    for (const [name, each] of Object.entries(value)) look(each, `${pointer}/${name}`);
  };
  look(await newsroom.describe(), '');
  expect(mixed).toEqual([]);
});
