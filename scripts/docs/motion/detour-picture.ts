import type { ArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { armSolids, boxSolids, createCell, flangeAt, flangeWay, floorHeight, standSolids } from './cell.ts';
import { card, clipped, colours, dot, group, heading, label, legend, type Point, text } from './svg.ts';
import { armPaint, createView, drawFloor, drawSolids, drawWay, type View } from './view.ts';
import { goal, type OverTheWall, planOverTheWall, start, wall } from './wall-plan.ts';

const size = { width: 375, height: 330 };

/** A way over a wall: what the two trees looked at, and the path before and after it was made shorter. */
export function drawDetour(): string {
  const arm = createCell([wall]);
  const plan = planOverTheWall(arm);
  const panel = (column: number) => {
    const left = 12 + column * (size.width + 8);
    const view = createView({
      azimuth: -20,
      elevation: 28,
      scale: 182,
      center: [0.4, 0.1, 0.3],
      at: [left + 180, 172],
    });
    return { left, view };
  };
  const [first, second] = [panel(0), panel(1)];
  return card(790, 398, 'A plan over a wall: trees, found path, shortened path', [
    clipped([first.left, 10], size.width, size.height, drawTrees(first.view, arm, plan)),
    heading([first.left + 12, 28], 'Two trees, until they meet'),
    nameTrees([first.left + 12, 362], plan),
    clipped([second.left, 10], size.width, size.height, drawPaths(second.view, arm, plan)),
    heading([second.left + 12, 28], 'The path found, and made short'),
    namePaths([second.left + 12, 362], plan),
  ]);
}

function drawScene(view: View, arm: ArmContext, postures: readonly { q: ArrayLike<number>; opacity: number }[]) {
  return [
    ...drawFloor(view, floorHeight, [-0.5, -1], [1.25, 1]),
    ...drawSolids(view, standSolids),
    ...postures.map(({ q, opacity }) => group({ opacity }, drawSolids(view, armSolids(arm, q, armPaint)))),
    ...drawSolids(view, boxSolids([wall])),
  ];
}

function drawTrees(view: View, arm: ArmContext, { trees }: OverTheWall): string[] {
  const edges = (tree: keyof typeof trees, stroke: string) =>
    group(
      { stroke, fill: 'none', 'stroke-width': 1.2 },
      trees[tree].flatMap(([from, to]) => {
        const way = flangeWay(arm, [from, to], 0.15);
        return [drawWay(view, way, {}), ...way.slice(-1).map((end) => dot(view.place(end), 1.8, { fill: stroke }))];
      }),
    );
  return [
    ...drawScene(view, arm, [
      { q: start, opacity: 0.45 },
      { q: goal, opacity: 0.45 },
    ]),
    edges('start', colours.start),
    edges('goal', colours.goal),
    ...drawEnds(view, arm),
  ];
}

function nameTrees(at: Point, { trees, samples }: OverTheWall): string {
  const nodes = trees.start.length + trees.goal.length + 2;
  return legend(at, [
    { words: 'ways of the flange in the tree from the start', style: { stroke: colours.start } },
    { words: `… from the goal; ${samples} samples, ${nodes} nodes in all`, style: { stroke: colours.goal } },
  ]);
}

function drawPaths(view: View, arm: ArmContext, plan: OverTheWall): string[] {
  const postures = plan.short.map((q) => ({ q, opacity: 0.4 }));
  return [
    ...drawScene(view, arm, postures),
    drawWay(view, flangeWay(arm, plan.found), { stroke: colours.found, 'stroke-width': 1.8 }),
    drawWay(view, flangeWay(arm, plan.short), { stroke: colours.short, 'stroke-width': 2.6 }),
    ...drawEnds(view, arm),
  ];
}

function namePaths(at: Point, { found, short, foundLength, shortLength }: OverTheWall): string {
  const describe = (length: number, count: number) => `${label(length, 2)} rad, ${count} waypoints`;
  return legend(at, [
    { words: `found: ${describe(foundLength, found.length)}`, style: { stroke: colours.found } },
    { words: `shortened: ${describe(shortLength, short.length)}`, style: { stroke: colours.short } },
  ]);
}

function drawEnds(view: View, arm: ArmContext): string[] {
  return [
    { q: start, words: 'start', fill: colours.start },
    { q: goal, words: 'goal', fill: colours.goal },
  ].flatMap(({ q, words, fill }) => {
    const here = view.place(flangeAt(arm, q));
    return [
      dot(here, 4.5, { fill, stroke: '#ffffff', 'stroke-width': 1.2 }),
      text([here[0] + 8, here[1] + 14], words, { fill, 'font-weight': 600 }),
    ];
  });
}
