/** For tests: random routines of all kinds, and a simple model of their problems (R37). */
import { messages } from '@cellwright/domain/messages';
import { parseRoutine, type Routine, type StepKind, stepKinds } from '@cellwright/domain/routine';
import fc from 'fast-check';
import type { CellEquipment } from '../framework/index.ts';
import type { CellEnvironment } from '../validate.ts';
import { kindModels } from './kind-models.fixture.ts';
import type { ModelArgs, ModelKind } from './model-kind.fixture.ts';

const gripper: CellEquipment = { id: 'g', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] };
const vacuum: CellEquipment = { id: 'v', kind: 'OnRobotVG', name: 'Cups', capabilities: ['vacuum'] };
const screwdriver: CellEquipment = {
  id: 's',
  kind: 'OnRobotScrewdriver',
  name: 'Driver',
  capabilities: ['screwdriver'],
};
const clamp: CellEquipment = { id: 'clamp', kind: 'CustomDevice', name: 'Clamp', capabilities: ['actions'] };
const mill: CellEquipment = {
  id: 'mill',
  kind: 'CNCMachine',
  name: 'Mill',
  capabilities: ['machine', 'door', 'workholding'],
};
const lift: CellEquipment = { id: 'l', kind: 'Lift', name: 'Lift', capabilities: ['lift'] };
const eye: CellEquipment = { id: 'eye', kind: 'WristCamera', name: 'Eye', capabilities: ['camera'] };
const welder: CellEquipment = {
  id: 'welder',
  kind: 'WeldMachineGeneric',
  name: 'Welder',
  capabilities: ['welder'],
};
const torch: CellEquipment = { id: 'torch', kind: 'WeldTorch', name: 'Torch', capabilities: ['torch'] };
const corner = (x: number, y: number) => ({ pose: { x, y, z: 0, i: 0, j: 0, k: 0, w: 1 } });
/** Cell in which the model's routines are checked. */
export const modelCell: CellEnvironment = {
  globalVariables: [],
  spaceItems: [
    { id: 'space_tray', name: 'Tray', kind: 'freeformPositionList', positions: [{}], global: true },
    {
      ...{ id: 'space_plane', name: 'Plane', kind: 'plane', global: true },
      positions: [corner(0, 0), corner(1, 0), corner(0, 1)],
    },
    { id: 'space_seen', name: 'Seen', kind: 'visionPositionList', positions: [], global: true },
  ],
  equipment: [gripper, vacuum, screwdriver, clamp, lift, mill, eye, welder, torch],
};

export interface ModelNode {
  readonly kind: string;
  readonly state: 'good' | 'bad' | 'unconfigured' | 'misconfigured';
  readonly isDisabled: boolean;
  /** Index of its kind's valid arguments. Default 0. */
  readonly variant?: number;
  /** Distance to its parent among the nodes before it; 0 is the routine itself. */
  readonly parentBack: number;
}

const kind = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.keys(kindModels)) },
  { weight: 3, arbitrary: fc.constantFrom<StepKind>(...stepKinds) },
  { weight: 1, arbitrary: fc.constantFrom('Dance', 'constructor', '__proto__') },
);
const node = (parentBack: fc.Arbitrary<number>): fc.Arbitrary<ModelNode> =>
  fc.record({
    kind,
    state: fc.oneof(
      { weight: 6, arbitrary: fc.constant('good' as const) },
      { weight: 1, arbitrary: fc.constantFrom('bad' as const, 'unconfigured' as const, 'misconfigured' as const) },
    ),
    variant: fc.nat(5),
    isDisabled: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
    parentBack,
  });
/** Up to 120 steps, most of them near the top. */
export const bushyNodes = fc.array(node(fc.nat(6)), { minLength: 1, maxLength: 120 });
/** Up to 1,000 steps, each inside the one before. */
export const deepNodes = fc.array(node(fc.constant(1)), { minLength: 900, maxLength: 1000 });

function parentIndex(nodes: readonly ModelNode[], index: number): number {
  const back = nodes[index]?.parentBack ?? 0;
  return back === 0 || back > index ? -1 : index - back;
}

const modelsByName: ReadonlyMap<string, ModelKind> = new Map(Object.entries(kindModels));

function argsOf({ kind: of, state, variant = 0 }: ModelNode): ModelArgs {
  const known = modelsByName.get(of);
  if (known === undefined) return { whatever: [state] };
  const good = [known.good, ...(known.variants ?? [])];
  return state === 'bad' ? known.bad : (good[variant % good.length] ?? known.good);
}

/** Returns a step as others see it. */
function lookAt(of: ModelNode): { readonly kind: string; readonly args: ModelArgs } {
  return { kind: of.kind, args: of.state === 'unconfigured' ? {} : argsOf(of) };
}

/** Returns the nearest enabled sibling before a node. */
function previousOf(nodes: readonly ModelNode[], index: number): ModelNode | undefined {
  const parent = parentIndex(nodes, index);
  for (let at = index - 1; at > parent; at--) {
    const sibling = nodes[at];
    if (sibling?.isDisabled === false && parentIndex(nodes, at) === parent) return sibling;
  }
  return undefined;
}

/** Builds the routine of some nodes; step `s3` is the fourth. */
export function buildRoutine(nodes: readonly ModelNode[]): Routine {
  const steps = nodes.map(({ kind: stepKind, isDisabled }, index) => {
    const children: unknown[] = [];
    return { id: `s${index}`, stepKind, isDisabled, steps: children };
  });
  const roots: unknown[] = [];
  const stepConfigurations: Record<string, unknown> = {};
  nodes.forEach((of, index) => {
    (steps[parentIndex(nodes, index)]?.steps ?? roots).push(steps[index]);
    if (of.state === 'unconfigured') return;
    const stepKind = of.state === 'misconfigured' ? 'Other' : of.kind;
    stepConfigurations[`s${index}`] = { stepKind, args: argsOf(of) };
  });
  const parsed = parseRoutine({
    id: 'r',
    name: 'R',
    steps: roots,
    stepConfigurations,
    environmentVariables: [{ id: 'v', name: 'V', initialValue: 0 }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems.slice(0, 3)));
  return parsed.value;
}

/** Returns the nodes around one, nearest first. */
function parentsOf(nodes: readonly ModelNode[], index: number): ModelNode[] {
  const parents: ModelNode[] = [];
  for (let at = parentIndex(nodes, index); at >= 0; at = parentIndex(nodes, at)) {
    const parent = nodes[at];
    if (parent !== undefined) parents.push(parent);
  }
  return parents;
}

/** Returns the kinds of the nodes inside one at any depth, without disabled ones and the nodes inside those. */
function kindsInside(nodes: readonly ModelNode[], index: number): string[] {
  const inside = new Set([index]);
  for (let at = index + 1; at < nodes.length; at++) {
    if (inside.has(parentIndex(nodes, at)) && nodes[at]?.isDisabled === false) inside.add(at);
  }
  inside.delete(index);
  return [...inside].map((at) => nodes[at]?.kind ?? '');
}

/** Returns the messages that the model expects for one node. */
function expectedOf(nodes: readonly ModelNode[], index: number, isEnabled: boolean): string[] {
  const of = nodes[index];
  if (of === undefined) return [];
  const children = nodes.filter((_, other) => parentIndex(nodes, other) === index);
  const parents = parentsOf(nodes, index).map(({ kind: name }) => name);
  const known = modelsByName.get(of.kind);
  const expected = [...expectedOfConfiguration(of), ...expectedOfParents(of.kind, parents)];
  if (known?.children === 'required' && children.length === 0) expected.push(messages.mustHaveSubsteps(of.kind));
  if (known?.children === 'forbidden' && children.length > 0) expected.push(messages.cannotHaveSubsteps(of.kind));
  if (!isEnabled || known === undefined) return expected;
  // A step without a configuration is checked like one without arguments.
  if (of.state === 'unconfigured') expected.push(...known.without);
  if (of.state === 'bad' && known.message !== undefined) expected.push(known.message);
  const inside = () => kindsInside(nodes, index);
  const before = previousOf(nodes, index);
  const previous = before && lookAt(before);
  const place = { parents, children, inside, state: of.state, args: lookAt(of).args, previous };
  return [...expected, ...(known.problemsOfPlace?.(place) ?? [])];
}

function expectedOfConfiguration({ kind: of, state }: ModelNode): string[] {
  if (!stepKinds.some((name) => name === of)) return [messages.noStepKindExists(of)];
  if (state === 'unconfigured') return ['The step has no configuration. Add the step again'];
  if (state === 'misconfigured') return [`The step is a "${of}", but it has the configuration of a "Other"`];
  return [];
}

function expectedOfParents(of: string, parents: readonly string[]): string[] {
  if (!stepKinds.some((name) => name === of)) return [];
  const isAmong = (kinds: readonly string[] | undefined) => kinds?.includes(of);
  const [parent] = parents;
  const refusing =
    isAmong(modelsByName.get(parent ?? '')?.allowedKinds ?? [of]) === false
      ? parent
      : parents.find((name) => isAmong(modelsByName.get(name)?.neverInside));
  return refusing === undefined ? [] : [`A "${of}" step may not be used inside a "${refusing}" step`];
}

/** Returns the problems that the check must report: `s3 message`. */
export function expectedProblems(nodes: readonly ModelNode[]): string[] {
  const enabled: boolean[] = [];
  return nodes.flatMap((of, index) => {
    const isEnabled = !of.isDisabled && (enabled[parentIndex(nodes, index)] ?? true);
    enabled.push(isEnabled);
    return expectedOf(nodes, index, isEnabled).map((message) => `s${index} ${message}`);
  });
}
