import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtStepContracts } from '../../step-contracts.ts';
import { runInBackgroundContract } from './contract.ts';

/** Kinds whose own program moves the arm. */
const moving = builtStepContracts
  .map(({ kind }) => kind)
  .filter((kind) => {
    const program = new URL(`../${kind}/run.ts`, import.meta.url);
    return existsSync(program) && /playLeg\(|motion\.moveThrough\(/.test(readFileSync(program, 'utf8'));
  });

describe('A step in the background', () => {
  it('contains no step that moves the arm, which the routine in the foreground moves', () => {
    expect(moving).toContain('MoveArmToV2');
    expect(runInBackgroundContract.children.neverInside).toEqual(expect.arrayContaining(moving));
  });
});
