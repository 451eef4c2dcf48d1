/** For tests: routines with one mistake each, and the expected finding of a dry run. */

import { palletMistakes } from './pallet-mistakes.fixture.ts';
import { among, at, boxAt, constant, type Mistake, type PlannedStep, through } from './planted-steps.fixture.ts';
import { deviceOf } from './proof.fixture.ts';

const joints = (...jointAngles: readonly number[]) => ({ target: { jointAngles } });
const wait = (milliseconds: number): PlannedStep => ({ kind: 'Wait', args: { milliseconds } });
const input = (port: number) => ({ kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port } } });
const equal = (left: object, right: unknown) => ({ kind: 'conditional', operator: '==', left, right: constant(right) });
const variable = (index: number) => ({ kind: 'variable', variableID: `variable_${index}` });
const ask: PlannedStep = { kind: 'WaitForConfirmation', args: { message: 'Go on?', mode: 'confirm' } };
const when = (condition: object, ...steps: readonly PlannedStep[]): PlannedStep => ({
  kind: 'If',
  args: { condition },
  steps,
});
const never = equal(constant(1), 2);
const grip = (args: object = {}): PlannedStep => ({
  kind: 'ActuateGripper',
  args: { control: 'move', diameter: 0.06, speed: 1, ...args },
});
const output = (port: number, level: 'high' | 'low'): PlannedStep => ({
  kind: 'SetIO',
  args: { outputs: [{ kind: 'Output', port, level }] },
});

export const plantedMistakes: readonly Mistake[] = [
  {
    name: 'a target beyond the reach of the arm',
    steps: [through(at(0.6, 0.2, 0.45), at(2.5, 0, 0.4))],
    expected: {
      kind: 'unreachableTarget',
      severity: 'error',
      path: '1.2',
      message: /^No joint angles reach this target/,
    },
  },
  {
    name: 'a target inside an obstacle',
    steps: [through(at(0.6, 0.2, 0.45))],
    ...among(boxAt(0.6, 0.2, 0.45, [0.2, 0.2, 0.2])),
    expected: { kind: 'collision', severity: 'error', path: '1.1', message: /'fixture'/ },
  },
  {
    name: 'a straight line through an obstacle',
    steps: [through(at(0.6, 0.3, 0.45), { ...at(0.6, -0.3, 0.45), motionKind: 'line' })],
    ...among(boxAt(0.6, 0, 0.4, [0.05, 0.05, 0.4])),
    expected: { kind: 'collision', severity: 'error', path: '1.2', message: /'fixture'/ },
  },
  {
    name: 'a posture in which the arm meets itself',
    steps: [through(joints(0, -0.3, 2.85, 1.2, 1.57, 0))],
    expected: { kind: 'collision', severity: 'error', path: '1.1', message: /would touch/ },
  },
  {
    name: 'a joint beyond its range',
    steps: [through(joints(0, 0, 1.57, 0, -1.57, 9))],
    expected: { kind: 'jointLimit', severity: 'error', path: '1.1', message: /range/ },
  },
  {
    name: 'a stretched arm',
    steps: [through(joints(0, 0.4, 0.02, 0.6, -1.2, 0))],
    expected: { kind: 'nearSingularity', severity: 'warning', path: '1.1', message: /singularity/ },
  },
  {
    name: 'a straight line beside a singularity of the wrist',
    steps: [
      through(joints(0, 0, Math.PI / 2, 0, 0.3, 0)),
      through({
        targetKind: 'relative',
        motionKind: 'line',
        relativeConfig: { frame: 'tool', offsetX: 0.003, offsetRz: -34.4 },
      }),
    ],
    expected: { kind: 'singularity', severity: 'error', path: '2.1', message: /singularity/ },
  },
  {
    name: 'a move that takes for ever',
    steps: [
      {
        ...through(at(0.6, -0.3, 0.45)),
        args: { speedLimitOption: 'CUSTOM', speedProfile: { maxTooltipSpeed: 0.00001 } },
      },
    ],
    expected: { kind: 'planningFailed', severity: 'error', path: '1.1', message: /^No path was found/ },
  },
  {
    name: 'a way that goes round an obstacle',
    steps: [through(at(0.6, 0.3, 0.45)), through(at(0.6, -0.3, 0.45))],
    ...among(boxAt(0.6, 0, 0.4, [0.05, 0.05, 0.4])),
    expected: { kind: 'detour', severity: 'note', path: '2.1', message: /fixture/ },
  },
  {
    name: 'a branch that nothing leads into',
    steps: [wait(10), when(never, wait(10))],
    expected: { kind: 'branchNeverReached', severity: 'warning', path: '2', message: /never taken/ },
  },
  {
    name: 'a branch for another signal',
    steps: [when(equal(input(1), 'high'), wait(10))],
    expected: { kind: 'branchNeverReached', severity: 'note', path: '1', message: /answers and inputs/ },
  },
  {
    name: 'a question in a branch that nothing leads into',
    steps: [when(never, ask)],
    expected: { kind: 'promptNeverReached', severity: 'warning', path: '1.1', message: /never shown/ },
  },
  {
    name: 'a target of the run that nothing leads to',
    steps: [when(never, through({ targetKind: 'relative', relativeConfig: { frame: 'tool', offsetRz: 20 } }))],
    expected: { kind: 'targetNeverReached', severity: 'warning', path: '1.1.1', message: /known only while/ },
  },
  {
    name: 'a step behind a break',
    steps: [
      {
        kind: 'Loop',
        args: { times: 2 },
        steps: [wait(10), { kind: 'LoopControl', args: { action: 'break' } }, wait(20)],
      },
    ],
    expected: { kind: 'stepNeverReached', severity: 'warning', path: '1.3', message: /never played/ },
  },
  {
    name: 'an empty variable that no step sets',
    steps: [when({ kind: 'conditional', operator: '!=', left: variable(1), right: constant('x') }, wait(10))],
    variables: [{ name: 'batch', initialValue: '' }],
    expected: { kind: 'variableNeverSet', severity: 'warning', path: '1', message: /'batch'/ },
  },
  {
    name: 'a variable that is read before it is set',
    steps: [
      when({ kind: 'conditional', operator: '!=', left: variable(1), right: constant('x') }, wait(10)),
      { kind: 'SetEnvironmentVariable', args: { variableID: 'variable_1', newValue: constant('x') } },
    ],
    variables: [{ name: 'batch', initialValue: '' }],
    expected: { kind: 'variableReadBeforeSet', severity: 'warning', path: '1', message: /'batch' is empty/ },
  },
  {
    name: 'an output that is left on',
    steps: [output(3, 'high'), wait(50)],
    expected: { kind: 'outputLeftOn', severity: 'warning', path: '1', message: /^Output 3 is still on/ },
  },
  {
    name: 'a gripper that is not on the flange',
    steps: [grip()],
    facts: { tool: { equipmentID: null, activeEnd: 1 } },
    expected: { kind: 'toolNotAttached', severity: 'warning', path: '1', message: /'nothing' is on the flange/ },
  },
  {
    name: 'a gripper that the cell has not enabled',
    steps: [grip()],
    equipment: [{ ...deviceOf('OnRobot2FG7', 'gripper_1'), isEnabled: false }],
    expected: { kind: 'gripperImpossible', severity: 'error', path: '1', message: /No gripper is enabled/ },
  },
  {
    name: 'a width that the gripper cannot open to',
    steps: [grip({ diameter: 0.5 })],
    expected: {
      kind: 'gripperImpossible',
      severity: 'error',
      path: '1',
      message: /This gripper command is not possible/,
    },
  },
  {
    name: 'a gripper that is slower than its step may be',
    steps: [grip({ diameter: 0.04, speed: 0.1, waitForGrip: true })],
    equipment: [deviceOf('OnRobot2FG7', 'gripper_1', { maximumWidth: 0.9, timeoutMS: 60_000 })],
    expected: { kind: 'gripperImpossible', severity: 'error', path: '1', message: /did not end the command within 9/ },
  },
  {
    name: 'a gripper that is almost too slow for its step',
    steps: [grip({ diameter: 0.04, speed: 0.1, waitForGrip: true })],
    equipment: [deviceOf('OnRobot2FG7', 'gripper_1', { maximumWidth: 0.44, timeoutMS: 60_000 })],
    expected: { kind: 'timeLimitNear', severity: 'warning', path: '1', message: /\w/ },
  },
  {
    name: 'an obstacle that is almost touched',
    steps: [through(at(0.6, 0.2, 0.45))],
    ...among(boxAt(0.6, 0.2, 0.235, [0.1, 0.1, 0.37])),
    expected: { kind: 'littleClearance', severity: 'warning', path: '1.1', message: /'fixture' at \d/ },
  },
  {
    name: 'a condition that compares what cannot be compared',
    steps: [when({ kind: 'conditional', operator: '<', left: variable(1), right: constant(3) }, wait(10))],
    variables: [{ name: 'batch', initialValue: 'x' }],
    expected: { kind: 'stepFailed', severity: 'error', path: '1', message: /condition/ },
  },
  {
    name: 'a variable of the cell that only programs outside set',
    steps: [when({ kind: 'conditional', operator: '!=', left: variable(1), right: constant('x') }, wait(10))],
    variables: [{ name: 'order', initialValue: '', isGlobal: true }],
    expected: { kind: 'variableNeverSet', severity: 'note', path: '1', message: /users or programs outside/ },
  },
  {
    name: 'a question that another answer leads to',
    steps: [
      { kind: 'WaitForConfirmation', args: { message: 'Which?', mode: 'choice', choices: ['A', 'B'] } },
      when(equal({ kind: 'stateVariable', stepID: 'step_1', variable: 'choice' }, 'B'), ask),
    ],
    expected: { kind: 'promptNeverReached', severity: 'note', path: '2.1', message: /answers and inputs/ },
  },
  {
    name: 'an output that is on at the end by the will of its author',
    steps: [output(3, 'low'), wait(50), output(3, 'high')],
    expected: { kind: 'outputLeftOn', severity: 'note', path: '3', message: /on purpose/ },
  },
  {
    name: 'a loop that goes on for ever',
    steps: [{ kind: 'Loop', args: {}, steps: [wait(100)] }],
    expected: { kind: 'endlessLoop', severity: 'note', path: '1', message: /3 of its iterations/ },
  },
  {
    name: 'a routine that does not end in time',
    steps: [{ kind: 'Loop', args: { condition: equal(constant(1), 1) }, steps: [wait(1000)] }],
    options: { maxSeconds: 20 },
    expected: { kind: 'boundReached', severity: 'error', path: '1.1', message: /after 20 s of simulated time/ },
  },
  {
    name: 'a wait for a signal that does not come',
    steps: [{ kind: 'Wait', args: { condition: equal(input(2), 'high') } }],
    expected: { kind: 'waitsForOutside', severity: 'warning', path: '1', message: /waited 600 s/ },
  },
  {
    name: 'a fault that ends the routine',
    steps: [{ kind: 'TriggerFault', args: { message: 'No parts', isRecoverable: false } }],
    expected: { kind: 'faultRaised', severity: 'error', path: '1', message: /No parts/ },
  },
  {
    name: 'a fault that holds the routine',
    steps: [{ kind: 'TriggerFault', args: { message: 'No parts', isRecoverable: true } }],
    expected: { kind: 'faultRaised', severity: 'warning', path: '1', message: /run assumes: No parts/ },
  },
  {
    name: 'a step without what it needs',
    steps: [{ kind: 'SetIO', args: { outputs: [] } }],
    expected: { kind: 'invalid', severity: 'error', path: '1', message: /output/i },
  },
  ...palletMistakes,
];
