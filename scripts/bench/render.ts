// Measures the time of a picture of a simulated camera, with a bent lens and noise: by the clock, and of a processor, which
// other work on the machine changes less; and of one as the cell takes it, with a straight lens that blurs. Prints JSON.
// Usage: npx tsx scripts/bench/render.ts [pictures]
import { identityPose, makePose, noDistortion } from '@cellwright/geometry';
import {
  type Camera,
  createBox,
  createCapsule,
  createRectangle,
  createRenderer,
  createSphere,
  defaultSensor,
  type Scene,
  type SceneObject,
} from '@cellwright/render';

const count = Number(process.argv[2] ?? 30);
/** The first pictures pay for compiling. */
const warmUp = 5;
const sizes = [
  [640, 480],
  [1280, 720],
] as const;
const distortion = { k1: -0.1, k2: 0.03, p1: 0.0005, p2: -0.0005, k3: 0 };
const upright = { i: 0, j: 0, k: 0, w: 1 };

/** A floor, parts on it, and round bodies as an arm has: some 5,000 triangles. */
function createScene(): Scene {
  const floor: SceneObject = {
    id: 1,
    mesh: createRectangle(4, 4),
    pose: makePose([0, 0, 1.2], upright),
    color: [150, 150, 150],
  };
  const bodies = Array.from({ length: 36 }, (_, index): SceneObject => {
    const position = [(index % 6) * 0.15 - 0.4, Math.floor(index / 6) * 0.12 - 0.3, 1] as const;
    const meshes = [createBox([0.05, 0.05, 0.1]), createSphere(0.04), createCapsule(0.03, 0.1)];
    const mesh = meshes[index % meshes.length] ?? floor.mesh;
    return { id: index + 2, mesh, pose: makePose(position, upright), color: [200, 40 + index * 5, 60] };
  });
  return { objects: [floor, ...bodies], background: [40, 40, 45], light: { direction: [0, 0, -1], ambient: 0.3 } };
}

interface Way {
  readonly name: string;
  readonly samples: number;
  readonly blur: number;
}

function measure(camera: Camera, { name, samples, blur }: Way) {
  const renderer = createRenderer(camera, samples);
  const scene = createScene();
  const times: number[] = [];
  let cpu = process.cpuUsage();
  for (let seed = 0; seed < count + warmUp; seed += 1) {
    if (seed === warmUp) cpu = process.cpuUsage();
    const begunAt = performance.now();
    renderer.render({ scene, cameraPose: identityPose, sensor: { ...defaultSensor, noise: 2, blur }, seed });
    times.push(performance.now() - begunAt);
  }
  const { user, system } = process.cpuUsage(cpu);
  const sorted = times.slice(warmUp).sort((one, other) => one - other);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN) * 10) / 10;
  return {
    width: camera.width,
    height: camera.height,
    name,
    samples,
    bestMS: at(0),
    medianMS: at(0.5),
    p95MS: at(0.95),
    cpuMS: Math.round((user + system) / count / 100) / 10,
  };
}

const triangles = createScene().objects.reduce((sum, { mesh }) => sum + mesh.corners.length / 9, 0);
const results = sizes.flatMap(([width, height]) => {
  const bent: Camera = { width, height, fx: width, fy: width, cx: (width - 1) / 2, cy: (height - 1) / 2, distortion };
  return [
    measure(bent, { name: 'bent lens', samples: 1, blur: 0 }),
    measure(bent, { name: 'bent lens', samples: 2, blur: 0 }),
    measure({ ...bent, distortion: noDistortion }, { name: 'as in the cell', samples: 2, blur: 0.5 }),
  ];
});
console.log(JSON.stringify({ pictures: count, triangles, results }, undefined, 2));
