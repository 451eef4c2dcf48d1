import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { findBrokenBusRules } from './bus-rules.ts';
import { findBrokenWalls } from './import-walls.ts';
import { findBrokenSourceRules } from './source-rules.ts';

const fixtures = 'scripts/check/fixtures';
const sourceRules = [
  'short-files',
  'short-drivers',
  'no-ambient-time',
  'no-skipped-tests',
  'packages-through-exports',
  'calls-prove-their-caller',
  'no-lasting-signals',
  'times-in-one-format',
  'parts-load-with-retries',
  'one-result-type',
];
const busRules = ['subjects-in-catalogue', 'subjects-sent-and-heard'];
/** Catalogue of the fixtures. */
const catalogue = { news: { publisher: 'gateway', subscribers: ['equipment'] } };
const rules: { name: string }[] = createRequire(import.meta.url)('./walls.config.cjs')('');

describe('every wall', () => {
  it('has a fixture that breaks it', () => {
    const walls = [...rules.map(({ name }) => name), ...sourceRules, ...busRules].sort();
    expect(readdirSync(fixtures).sort()).toEqual(walls);
  });

  it.each(rules.map(({ name }) => name))('%s: the breach is found', async (name) => {
    const breaches = await findBrokenWalls(`${fixtures}/${name}/`);
    expect(breaches.map(({ rule }) => rule)).toContain(name);
  });

  it.each(busRules)('%s: the breach is found', (name) => {
    const breaches = findBrokenBusRules(`${fixtures}/${name}`, catalogue);
    expect(breaches.map(({ rule }) => rule)).toContain(name);
  });

  it.each(sourceRules)('%s: the breach is found', (name) => {
    const breaches = findBrokenSourceRules(`${fixtures}/${name}`);
    expect(breaches.map(({ rule }) => rule)).toContain(name);
  });

  it('short-drivers: the table of a gripper over Modbus has a lower limit', () => {
    const found = findBrokenSourceRules(`${fixtures}/short-drivers`).map(({ detail }) => detail);
    expect(found).toEqual([
      expect.stringContaining('201 lines, more than 200'),
      expect.stringContaining('121 lines, more than 120'),
    ]);
  });
});
