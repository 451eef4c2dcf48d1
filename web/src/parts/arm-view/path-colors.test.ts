import { describe, expect, it } from 'vitest';
import { scenePalettes } from './palette.ts';
import { colorOfClearance, colorOfSpeed } from './path-colors.ts';

describe('The colour of a path', () => {
  const palette = scenePalettes.light;

  it('leads from slow to fast', () => {
    expect(colorOfSpeed(0, palette)).toBe(palette.slowPath);
    expect(colorOfSpeed(1, palette)).toBe(palette.fastPath);
    expect([palette.slowPath, palette.fastPath]).not.toContain(colorOfSpeed(0.5, palette));
  });

  it('stays that of a ghost while the speed is only known at run time', () => {
    expect(colorOfSpeed(undefined, palette)).toBe(palette.ghost);
  });

  it('stays within its ends', () => {
    expect(colorOfSpeed(1.5, palette)).toBe(palette.fastPath);
  });
});

describe('The colour of a path by its clearance', () => {
  const palette = scenePalettes.light;

  it('leads from contact to free', () => {
    expect(colorOfClearance(0, palette)).toBe(palette.failure);
    expect(colorOfClearance(0.5, palette)).toBe(palette.slowPath);
    expect([palette.failure, palette.slowPath]).not.toContain(colorOfClearance(0.03, palette));
  });

  it('stays that of a ghost without a dry run', () => {
    expect(colorOfClearance(undefined, palette)).toBe(palette.ghost);
  });
});
