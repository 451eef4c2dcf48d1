import { describe, expect, it } from 'vitest';
import { leaveOutDefinitions, leaveOutDescriptions } from './descriptions-plugin.ts';

describe('leaveOutDescriptions', () => {
  it.each([
    ["z.string().describe('A name').max(3)", 'z.string().max(3)'],
    ['z.string().describe("Its robot\'s name")', 'z.string()'],
    ["z.string().describe('It\\'s (mostly) a name'),", 'z.string(),'],
    ["z\n  .object({})\n  .describe(\n    'Over several lines',\n  );", 'z\n  .object({})\n  ;'],
    ["a.describe('One'), b.describe('Two')", 'a, b'],
    ["{ summary: 'Play one step', input }", "{ summary: '', input }"],
  ])('removes the description: %j', (written, loaded) => {
    expect(leaveOutDescriptions(written)).toBe(loaded);
  });

  it.each([
    'z.boolean().describe(featureFlagCatalogue[name].title)',
    "suite.describe('a', () => {})",
    'describe(text)',
  ])('keeps an argument that is not only text: %j', (written) => expect(leaveOutDescriptions(written)).toBe(written));
});

describe('leaveOutDefinitions', () => {
  it('removes the description of an entity or a call if it is a single text', () => {
    expect(leaveOutDefinitions("  noun: 'note',\n  description: 'Notes',\n")).toBe(
      "  noun: 'note',\n  description: '',\n",
    );
    const composed = "  description:\n    'One ' +\n    'two',\n";
    expect(leaveOutDefinitions(composed)).toBe(composed);
  });
});
