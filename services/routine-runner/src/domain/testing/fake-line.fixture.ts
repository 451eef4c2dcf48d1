import {
  type CommandResult,
  type ControllerEvent,
  type ControllerState,
  type ExecuteRequest,
  type RobotDriver,
  refuse,
} from '@cellwright/controller-link';
import type { Clock } from '@cellwright/domain/basics';
import { type IOLevel, ioPortName, type JointAngles, type SafetyRules } from '@cellwright/domain/robot';

/** The robot behind the connection. */
export interface CommandedRobot {
  readonly state: ControllerState;
  /** Time from a command's sending to its arrival, ms. */
  latencyMS(): number;
  /** Lets a command arrive. */
  receive(command: string, act: () => CommandResult): CommandResult;
  execute(request: ExecuteRequest): CommandResult;
  startJog(epoch: number, jogID: string, velocities: JointAngles): CommandResult;
  endJog(jogID: string): CommandResult;
  pause(): CommandResult;
  resume(epoch: number): CommandResult;
  stop(newEpoch: number, kind: 'stop' | 'emergencyStop'): CommandResult;
  set(changes: { override?: number; payloadMassKg?: number; toolName?: string }): CommandResult;
  setBrakes(isEngaged: boolean, epoch: number): CommandResult;
  setOutputs(epoch: number, outputs: readonly { name: string; level: IOLevel }[]): CommandResult;
  setSafetyRules(epoch: number, rules: SafetyRules): CommandResult;
  setGuided(epoch: number, isOn: boolean): CommandResult;
  resetFault(): CommandResult;
  adjust(kind: string, value: unknown): CommandResult;
  cut(): void;
}

/** One connection to the fake controller. */
export class FakeLine implements RobotDriver {
  readonly identity = { kind: 'simulated', isTwin: false, armName: 'fake', instanceID: 'fake' } as const;
  readonly states = new Set<(state: ControllerState) => void>();
  readonly events = new Set<(event: ControllerEvent) => void>();
  /** Requested trajectories, oldest first. */
  readonly asked: ExecuteRequest[] = [];
  /** Another commander has taken the controller. */
  isTakenOver = false;
  private readonly ends = new Set<(reason: string) => void>();
  private isOpen = true;
  private lastArrival = 0;
  private readonly robot: CommandedRobot;
  private readonly clock: Clock;

  constructor(robot: CommandedRobot, clock: Clock) {
    this.robot = robot;
    this.clock = clock;
  }

  get state(): ControllerState {
    return this.robot.state;
  }

  get isConnected(): boolean {
    return this.isOpen;
  }

  get isInCommand(): boolean {
    return this.isOpen && !this.isTakenOver;
  }

  cut(reason: string): void {
    this.isOpen = false;
    for (const listener of this.ends) listener(reason);
  }

  onState(listener: (state: ControllerState) => void) {
    this.states.add(listener);
    return () => void this.states.delete(listener);
  }

  onEvent(listener: (event: ControllerEvent) => void) {
    this.events.add(listener);
    return () => void this.events.delete(listener);
  }

  onDisconnected(listener: (reason: string) => void) {
    this.ends.add(listener);
    return () => void this.ends.delete(listener);
  }

  takeCommand = () => this.send('takeCommand', () => ({ ok: true }));
  executeTrajectory = (request: ExecuteRequest) => {
    this.asked.push(request);
    return this.send('execute', () => this.robot.execute(request));
  };
  jog = ({ epoch, jogID, velocities }: { epoch: number; jogID: string; velocities: JointAngles }) =>
    this.send('jog', () => this.robot.startJog(epoch, jogID, velocities));
  endJog = (jogID: string) => this.send('endJog', () => this.robot.endJog(jogID));
  pause = () => this.send('pause', () => this.robot.pause());
  resume = ({ epoch }: { epoch: number }) => this.send('resume', () => this.robot.resume(epoch));
  stop = ({ newEpoch, kind }: { newEpoch: number; kind: 'stop' | 'emergencyStop' }) =>
    this.send('stop', () => this.robot.stop(newEpoch, kind));
  setOverride = (override: number) => this.send('setOverride', () => this.robot.set({ override }));
  engageBrakes = () => this.send('engageBrakes', () => this.robot.setBrakes(true, 0));
  disengageBrakes = ({ epoch }: { epoch: number }) =>
    this.send('disengageBrakes', () => this.robot.setBrakes(false, epoch));
  setOutputs: RobotDriver['setOutputs'] = ({ epoch, outputs }) =>
    this.send('setOutputs', () =>
      this.robot.setOutputs(
        epoch,
        outputs.map(({ kind, port, level }) => ({ name: ioPortName({ kind, port }), level })),
      ),
    );
  setPayload = ({ massKg }: { massKg: number }) =>
    this.send('setPayload', () => this.robot.set({ payloadMassKg: massKg }));
  setTool: RobotDriver['setTool'] = ({ tool }) =>
    this.send('setTool', () => {
      this.robot.adjust('tool', tool);
      return this.robot.set({ toolName: tool.name });
    });
  forceInput: RobotDriver['forceInput'] = () => this.send('forceInput', () => ({ ok: true }));
  resetFault = () => this.send('resetFault', () => this.robot.resetFault());
  restart = () => this.send('restart', () => this.robot.adjust('restart', null));
  setGuidedMode: RobotDriver['setGuidedMode'] = ({ epoch, mode }) =>
    this.send('setGuidedMode', () => this.robot.setGuided(epoch, mode !== 'off'));
  setGuidedJoints: RobotDriver['setGuidedJoints'] = (joints) =>
    this.send('setGuidedJoints', () => this.robot.adjust('guidedJoints', joints));
  setLedRing: RobotDriver['setLedRing'] = (colors) => this.send('setLedRing', () => this.robot.adjust('leds', colors));
  setJointBrake: RobotDriver['setJointBrake'] = ({ joint, engaged }) =>
    this.send('setJointBrake', () => this.robot.adjust('unbraked', engaged ? [] : [joint]));
  setForceLimits: RobotDriver['setForceLimits'] = (limits) =>
    this.send('setForceLimits', () => this.robot.adjust('forces', limits));
  injectFault: RobotDriver['injectFault'] = (request) =>
    this.send('injectFault', () => this.robot.adjust('fault', request));
  setContactSurfaces: RobotDriver['setContactSurfaces'] = (surfaces) =>
    this.send('setContactSurfaces', () => this.robot.adjust('contactSurfaces', surfaces));
  setSafetyRules: RobotDriver['setSafetyRules'] = ({ epoch, rules }) =>
    this.send('setSafetyRules', () => this.robot.setSafetyRules(epoch, rules));
  getLog = async () => null;

  async close(): Promise<void> {
    if (this.isOpen) this.robot.cut();
  }

  private async send(command: string, act: () => CommandResult): Promise<CommandResult> {
    if (!this.isOpen) return refuse('not_connected', 'Not connected');
    const delay = this.robot.latencyMS();
    // Commands of one connection arrive in the order they were sent.
    this.lastArrival = Math.max(this.lastArrival, this.clock.now() + delay);
    const wait = this.lastArrival - this.clock.now();
    if (wait > 0) await this.clock.sleep(wait);
    if (!this.isOpen) return refuse('unanswered', 'The line closed');
    return this.robot.receive(command, act);
  }
}
