import { restPoseFromTool0 } from '@cellwright/arm';
import { parseRoutine } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { seamPaths } from './seam-paths.ts';

/** Pose of a torch that points straight down. */
const at = (x: number, y = 0) => ({ target: { pose: restPoseFromTool0({ x, y, z: 0.3, i: 1, j: 0, k: 0, w: 0 }) } });
const arc = (via: object, end: object) => ({ viaTarget: via, endTarget: end });

function draw(weld: object, children: readonly object[], chosen = ['weld']) {
  const kinds = children.map((args) => ('endTarget' in args ? 'Arc' : 'Waypoint'));
  const parsed = parseRoutine({
    id: 'r',
    name: 'R',
    steps: [
      {
        id: 'weld',
        stepKind: 'Weld',
        steps: children.map((_, index) => ({ id: `w${index}`, stepKind: kinds[index] })),
      },
    ],
    stepConfigurations: {
      weld: { stepKind: 'Weld', args: weld },
      ...Object.fromEntries(children.map((args, index) => [`w${index}`, { stepKind: kinds[index], args }])),
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const paths = seamPaths({ routine: parsed.value, items: [], tcp: undefined, chosen: new Set(chosen) });
  const of = (word: string) => paths.filter(({ id }) => id.includes(word)).map(({ points }) => points);
  return { paths, parts: of('part'), torches: of('torch') };
}

describe('The drawn seam of a weld', () => {
  it('appears while the weld or one of its waypoints is chosen', () => {
    const seam = [at(0.4), at(0.6)];
    expect(draw({}, seam).paths).not.toEqual([]);
    expect(draw({}, seam, ['w1']).paths).not.toEqual([]);
    expect(draw({}, seam, ['other']).paths).toEqual([]);
  });

  it('leads straight along lines, and along the circle of an arc', () => {
    expect(draw({}, [at(0.4), at(0.6)]).parts).toEqual([
      [
        [0.4, 0, 0.3],
        [0.6, 0, 0.3],
      ],
    ]);
    const [bead = []] = draw({}, [at(0.45), arc(at(0.5, 0.05), at(0.55))]).parts;
    expect(bead.length).toBeGreaterThan(20);
    for (const [x, y] of bead) expect(Math.hypot(x - 0.5, y)).toBeCloseTo(0.05, 6);
  });

  it('has a bead for each stitch, and the ways between them', () => {
    const { paths, parts } = draw({ stitching: { stitch: 0.05, space: 0.03 } }, [at(0.4), at(0.6)]);
    expect(parts.map((points) => points.map(([x]) => Math.round(x * 1000)))).toEqual([
      [400, 450],
      [450, 480],
      [480, 530],
      [530, 560],
      [560, 600],
    ]);
    expect(paths.slice(0, 3).map(({ isChosen }) => isChosen)).toEqual([true, false, true]);
  });

  it('weaves to both sides by the amplitude, and ends on the seam', () => {
    const weaving = { pattern: 'zigzag', period: 0.01, amplitude: 0.004 };
    const [bead = []] = draw({ weaving }, [at(0.4), at(0.6)]).parts;
    const sides = bead.map(([, y]) => y);
    expect(Math.max(...sides)).toBeCloseTo(0.004, 3);
    expect(Math.min(...sides)).toBeCloseTo(-0.004, 3);
    expect(bead[0]).toEqual([0.4, 0, 0.3].map((value) => expect.closeTo(value, 9)));
    expect(bead.at(-1)).toEqual([0.6, 0, 0.3].map((value) => expect.closeTo(value, 9)));
    for (const [, , z] of bead) expect(z).toBeCloseTo(0.3, 9);
  });

  it('shows the torch at each waypoint, opposite to the wire', () => {
    expect(draw({}, [at(0.4), at(0.6)]).torches).toEqual([
      [
        [0.4, 0, 0.3],
        [0.4, 0, expect.closeTo(0.38)],
      ],
      [
        [0.6, 0, 0.3],
        [0.6, 0, expect.closeTo(0.38)],
      ],
    ]);
  });

  it('ends before a waypoint that is only known at run time, and needs two', () => {
    const relative = { targetKind: 'relative' };
    expect(draw({}, [at(0.4), at(0.6), relative]).parts).toHaveLength(1);
    expect(draw({}, [at(0.4), relative]).paths).toEqual([]);
    expect(draw({ travelSpeed: -1 }, [at(0.4), at(0.6)]).parts).toEqual([]);
  });
});
