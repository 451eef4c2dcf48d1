/** For tests: random routines of all kinds, and a simple model of what is wrong with them (R37). */
import { messages, parseRoutine, type Routine, type StepKind, stepKinds } from '@cellwright/domain';
import fc from 'fast-check';
import type { CellEquipment } from '../framework/index.ts';
import type { BuiltStepKind } from '../step-contracts.ts';
import type { CellEnvironment } from '../validate.ts';

const gripper: CellEquipment = { id: 'g', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'] };
/** The cell in which the model's routines are checked. */
export const modelCell: CellEnvironment = { globalVariables: [], spaceItems: [], equipment: [gripper] };

type Args = Readonly<Record<string, unknown>>;

/** What the model knows of a kind: good arguments, bad ones with the one message they give, and its children. */
interface ModelKind {
  readonly good: Args;
  readonly bad: Args;
  readonly message: string;
  /** What a step without any arguments says. */
  readonly without: readonly string[];
  readonly children: 'forbidden' | 'required';
}

const model: Readonly<Record<BuiltStepKind, ModelKind>> = {
  Wait: {
    good: { milliseconds: 5 },
    bad: { milliseconds: -1 },
    message: 'The time to wait must not be negative',
    without: ['Set how long to wait, or a condition to wait for'],
    children: 'forbidden',
  },
  Loop: {
    good: {},
    bad: { times: -3 },
    message: 'The number of times must be a positive whole number',
    without: [],
    children: 'required',
  },
  SetIO: {
    good: { outputs: [{ kind: 'Output', port: 16, level: 'low' }] },
    bad: { outputs: [{ kind: 'Safety', port: 1, level: 'low' }] },
    message: 'Safety outputs cannot be set',
    without: ['Add at least one output'],
    children: 'forbidden',
  },
  SetEnvironmentVariable: {
    good: { variableID: 'v', newValue: { kind: 'constant', value: 1 } },
    bad: { variableID: 'gone', newValue: { kind: 'constant', value: 1 } },
    message: 'Variable gone is not valid',
    without: ['Choose a variable', 'Set the new value'],
    children: 'forbidden',
  },
  ActuateGripper: {
    good: {},
    bad: { equipmentID: 'gone' },
    message: 'Could not find equipment with id gone',
    without: [],
    children: 'forbidden',
  },
  AnticipatePayload: {
    good: { mass: 30 },
    bad: { mass: 31 },
    message: 'Payload mass cannot be more than 30 kg',
    without: [],
    children: 'forbidden',
  },
  MoveArmToV2: {
    good: {},
    bad: { motionSpeed: 101 },
    message: 'The speed is at most 100 %',
    without: [],
    children: 'required',
  },
  Waypoint: {
    good: { target: { jointAngles: [0, 0, 0, 0, 0, 0] } },
    bad: {},
    message: 'Joint angles or pose must be set',
    without: ['Joint angles or pose must be set'],
    children: 'forbidden',
  },
};
const allowedInMove = new Set(['Waypoint', 'SetIO', 'SetEnvironmentVariable', 'Arc']);

export interface ModelNode {
  readonly kind: string;
  readonly state: 'good' | 'bad' | 'unconfigured' | 'misconfigured';
  readonly isDisabled: boolean;
  /** How far back its parent is among the nodes before it; 0 is the routine itself. */
  readonly parentBack: number;
}

const kind = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.keys(model)) },
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

function argsOf({ kind: of, state }: ModelNode): Args {
  const known = Object.entries(model).find(([name]) => name === of)?.[1];
  return (state === 'bad' ? known?.bad : known?.good) ?? { whatever: [state] };
}

/** The routine of some nodes; step `s3` is the fourth. */
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

/** The messages that the model expects of one node. */
function expectedOf(nodes: readonly ModelNode[], index: number, isEnabled: boolean): string[] {
  const of = nodes[index];
  if (of === undefined) return [];
  const children = nodes.filter((_, other) => parentIndex(nodes, other) === index);
  const parent = nodes[parentIndex(nodes, index)]?.kind;
  const known = Object.entries(model).find(([name]) => name === of.kind)?.[1];
  const exists = stepKinds.some((name) => name === of.kind);
  const expected: string[] = [];
  if (!exists) expected.push(messages.noStepKindExists(of.kind));
  else if (of.state === 'unconfigured') expected.push('The step has no configuration; add it again');
  else if (of.state === 'misconfigured') {
    expected.push(`The step is a "${of.kind}", but its configuration is for a "Other"`);
  }
  if (known?.children === 'required' && children.length === 0) expected.push(messages.mustHaveSubsteps(of.kind));
  if (known?.children === 'forbidden' && children.length > 0) expected.push(messages.cannotHaveSubsteps(of.kind));
  if (parent === 'MoveArmToV2' && exists && !allowedInMove.has(of.kind)) {
    expected.push(`A "${of.kind}" step may not be used inside a "MoveArmToV2" step`);
  }
  if (!isEnabled || known === undefined) return expected;
  // A step without a configuration is checked as one with none of its arguments given.
  if (of.state === 'unconfigured') expected.push(...known.without);
  if (of.state === 'bad') expected.push(known.message);
  return [...expected, ...expectedOfPlace(of.kind, parent, children)];
}

function expectedOfPlace(of: string, parent: string | undefined, children: readonly ModelNode[]): string[] {
  if (of === 'Waypoint' && parent !== 'MoveArmToV2' && parent !== 'Weld') return [messages.waypointMisplaced];
  const leadsNowhere = !children.some(
    (child) => !child.isDisabled && (child.kind === 'Waypoint' || child.kind === 'Arc'),
  );
  if (of === 'MoveArmToV2' && children.length > 0 && leadsNowhere) return [messages.noWaypointsFound];
  return [];
}

/** What the check is to say: `s3 message`. */
export function expectedProblems(nodes: readonly ModelNode[]): string[] {
  const enabled: boolean[] = [];
  return nodes.flatMap((of, index) => {
    const isEnabled = !of.isDisabled && (enabled[parentIndex(nodes, index)] ?? true);
    enabled.push(isEnabled);
    return expectedOf(nodes, index, isEnabled).map((message) => `s${index} ${message}`);
  });
}
