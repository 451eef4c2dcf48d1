import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTopic, placesByTopic } from './help-topics.ts';

/** Screens without a help button, or without anything to explain. */
const withoutHelp = [
  '/help',
  '/help/$article',
  '/privacy',
  '/terms',
  '/logout',
  '/login',
  '/setup',
  '/sign-in/provider',
];

describe('findTopic', () => {
  const router = readFileSync(new URL('../../app/router.tsx', import.meta.url), 'utf8');
  const paths = [...router.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);

  it('knows the help of every screen', () => {
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths.filter((each) => !withoutHelp.includes(each))) {
      expect(findTopic(path.replace(/\$\w+/, 'some_id')), path).toBeDefined();
    }
  });

  it('prefers the longest path', () => {
    expect(findTopic('/runs')).toBe('runs');
    expect(findTopic('/runs/run_1')).toBe('run');
    expect(findTopic('/runs/run_1/replay')).toBe('replay');
    expect(findTopic('/control-panel/feature-flags/customer')).toBe('flags');
    expect(findTopic('/nowhere')).toBeUndefined();
  });

  it('shows different help for the parts of a screen', () => {
    expect(placesByTopic['box/io']).not.toEqual(placesByTopic['box/equipment']);
  });
});
