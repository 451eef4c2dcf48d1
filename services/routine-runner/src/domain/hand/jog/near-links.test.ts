import { type ArmModel, type CollisionGeometry, loadUrdf } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { describe, expect, it } from 'vitest';
import { bareFlange } from '../../arm/current-tool.ts';
import { jogFor, sixOf } from './jog.fixture.ts';

const joint = (index: number, xyz: string, axis: string) =>
  `<joint name="j${index}" type="revolute"><parent link="l${index}"/><child link="l${index + 1}"/><origin xyz="${xyz}"/>
    <axis xyz="${axis}"/><limit lower="-3" upper="3" velocity="3" effort="100"/></joint>`;
const link = (index: number, shape = '') => `<link name="l${index}">${shape}</link>`;
const cylinder = (xyz: string, radius: number, length: number) =>
  `<collision><origin xyz="${xyz}"/><geometry><cylinder radius="${radius}" length="${length}"/></geometry></collision>`;

/** An arm whose first link turns this far above its base, m, in every posture. */
function armWithGap(gap: number): ArmModel {
  const height = 0.05 + gap;
  const result = loadUrdf(`<robot name="near">
    ${link(0, cylinder('0 0 0.025', 0.07, 0.05))}${link(1, cylinder(`0 0 ${height + 0.02 - 0.1}`, 0.06, 0.04))}
    ${link(2)}${link(3, cylinder('0 0 0.1', 0.03, 0.2))}${link(4)}${link(5)}${link(6)}
    ${joint(0, '0 0 0.1', '0 0 1')}${joint(1, '0 0.13 0.1', '0 1 0')}${joint(2, '0 0 0.4', '0 1 0')}
    ${joint(3, '0 0 0.4', '0 1 0')}${joint(4, '0 0.1 0', '0 0 1')}${joint(5, '0 0 0.1', '0 1 0')}
  </robot>`);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.model;
}

const bent = sixOf([0, 0.3, 1, 0.4, 0.5, 0]);
const jog = (index: number, velocity: number, model: ArmModel) =>
  jogFor(
    1,
    { jogKind: 'joint', velocities: sixOf(bent.map((_, each) => (each === index ? velocity : 0))) },
    bent,
    bareFlange,
    undefined,
    model,
  );

describe('links that are close to each other in every posture', () => {
  it.each([0.003, 0.001])('block no jog of any joint: %d m apart', (gap) => {
    const model = armWithGap(gap);
    expect(createSelfCollisionChecker(model).measureClearance(bent)).toBeLessThan(0.005);
    for (const index of bent.keys()) {
      expect(Math.abs((jog(index, 0.2, model).end[index] ?? 0) - (bent[index] ?? 0))).toBeGreaterThan(0.05);
    }
  });

  it('do not let the arm come closer to anything else', () => {
    const model = armWithGap(0.003);
    const checker = createSelfCollisionChecker(model);
    const post: CollisionGeometry = { kind: 'sphere', center: [0, 0, 0.35], radius: 0.12 };
    const bulky = {
      ...model,
      links: model.links.map((each) => (each.name === 'l3' ? { ...each, collision: [post] } : each)),
    };
    const { end } = jogFor(
      12,
      { jogKind: 'joint', velocities: [0, 0.3, 0, 0, 0, 0] },
      bent,
      bareFlange,
      undefined,
      bulky,
    );
    expect(createSelfCollisionChecker(bulky).measureClearance(end)).toBeGreaterThan(0.002);
    expect(checker.measureClearance(end)).toBeGreaterThan(0);
  });
});
