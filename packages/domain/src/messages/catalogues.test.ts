import { describe, expect, it } from 'vitest';
import { errorTable, isErrorCode } from '../basics/errors.ts';
import { createId } from '../basics/ids.ts';
import { failureKinds, recoveryOf } from '../robot/failures.ts';
import { allPorts, findPortByName, ioPortName } from '../robot/io.ts';
import { poseSchema } from '../robot/position.ts';
import { expressionSchema, maxExpressionDepth } from '../routine/expression.ts';
import { stepKinds } from '../routine/step-kinds.ts';
import { spaceItemSchema } from '../space/space-item.ts';

describe('The error table', () => {
  it('has the 25 codes that client programs support, and six additional codes of the product', () => {
    const codes = Object.values(errorTable);
    expect(codes.filter(({ sdk }) => sdk)).toHaveLength(25);
    expect(codes.filter(({ sdk }) => !sdk)).toHaveLength(6);
  });

  it('distinguishes its codes from others', () => {
    expect(isErrorCode('conflict')).toBe(true);
    expect(isErrorCode('constructor')).toBe(false);
  });
});

describe('The catalogues', () => {
  it('have the 35 step kinds of the spec', () => {
    expect(new Set(stepKinds).size).toBe(35);
  });

  it('have a recovery for every failure', () => {
    expect(Object.keys(recoveryOf).sort()).toEqual([...failureKinds].sort());
  });

  it('name every port once and find it by its name', () => {
    expect(new Set(allPorts.map(ioPortName)).size).toBe(allPorts.length);
    for (const port of allPorts) expect(findPortByName(ioPortName(port))).toEqual(port);
    expect(ioPortName({ kind: 'Output', port: 1 })).toBe('Output 1');
  });

  it('create ids that sort by age', async () => {
    const ids = Array.from({ length: 100 }, () => createId('run'));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('A pose', () => {
  const pose = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0.6, w: 0.802 };
  it('accepts a deviation from the unit quaternion up to the tolerance of the specification', () => {
    expect(poseSchema.safeParse(pose).success).toBe(true);
    const wrong = poseSchema.safeParse({ ...pose, w: 0.5 });
    expect(wrong.success ? [] : wrong.error.issues.map(({ message }) => message)).toEqual([
      'Quaternion has a non-unit magnitude',
    ]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('rejects %s', (x) => {
    expect(poseSchema.safeParse({ ...pose, x }).success).toBe(false);
  });
});

describe('An expression', () => {
  const nested = (depth: number): unknown =>
    depth === 1
      ? { kind: 'constant', value: 1 }
      : { kind: 'conditional', operator: 'AND', left: nested(depth - 1), right: { kind: 'constant', value: 1 } };
  it('nests up to its limit and no deeper', () => {
    expect(expressionSchema.safeParse(nested(maxExpressionDepth)).success).toBe(true);
    expect(expressionSchema.safeParse(nested(maxExpressionDepth + 1)).success).toBe(false);
  });
});

describe('A space item', () => {
  it('has at most one position if it is single', () => {
    const item = { id: 'p', name: 'P1', kind: 'singlePosition', positions: [{}, {}] };
    expect(spaceItemSchema.safeParse(item).success).toBe(false);
  });
});
