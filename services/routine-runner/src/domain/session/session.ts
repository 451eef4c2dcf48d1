import { jointLimitsOf } from '@cellwright/arm';
import type { ControllerEvent, ControllerState, RobotDriver } from '@cellwright/controller-link';
import {
  type ControlMode,
  type Failure,
  type RobotKind,
  type Run,
  type RunnerStateKind,
  type RunStop,
  realTimeOf,
  wayOutOf,
} from '@cellwright/domain';
import type { ExpressionSources } from '@cellwright/steps/framework';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import { Arm } from '../arm/arm.ts';
import { CurrentTool } from '../arm/current-tool.ts';
import { Mover } from '../arm/mover.ts';
import { PauseGate } from '../arm/pause-gate.ts';
import { SpeedGovernor } from '../arm/speed-governor.ts';
import { StopEpochs } from '../arm/stop-epochs.ts';
import { createToolPose } from '../arm/tool-pose.ts';
import type { SessionCore } from '../core/session-core.ts';
import { SessionMachine } from '../core/session-machine.ts';
import { GuidedMode } from '../hand/guided-mode.ts';
import { HandMotion } from '../hand/hand-motion.ts';
import { Holds } from '../hand/holds.ts';
import { Escape } from '../hand/jog/escape.ts';
import { JogMotion } from '../hand/jog/jog-motion.ts';
import { describePlace } from '../journal/interruption.ts';
import type { ToolModel } from '../planner.ts';
import { RunResumption } from '../resume/run-resumption.ts';
import { describeRun } from '../run/active-run.ts';
import { RunControl } from '../run/run-control.ts';
import { RunDebugger } from '../run/run-debugger.ts';
import { stoppedBy } from '../run/run-ending.ts';
import { sessionExpressions } from '../run/session-expressions.ts';
import { Visualization } from '../run/visualization.ts';
import { FramePublisher } from '../state/frame-publisher.ts';
import { createInitialState } from '../state/initial-state.ts';
import { StateStore } from '../state/state-store.ts';
import { ArmSettings } from './arm-settings.ts';
import { BaseControl } from './base-control.ts';
import { DeviceControl } from './device-control.ts';
import { DevicePorts } from './device-ports.ts';
import { FailureHandler, failureOfLostController, failureOfStop } from './failure-handler.ts';
import { createGround } from './ground.ts';
import { LeaseKeeper, type TakenBy } from './lease.ts';
import { RobotSettings } from './robot-settings.ts';
import { SafetyRulesControl } from './safety-rules-control.ts';
import type { SessionParts } from './session-parts.ts';
import { SpeedControl } from './speed-control.ts';
import { followController } from './state-follower.ts';
import { ToolControl } from './tool-control.ts';

/** Every start begins at least a thousand epochs higher: room for three years of patches at 100 Hz. */
const patchesPerEpoch = 1e7;

/**
 * One robot session: it ties the parts together and hears what the controller says. What the parts may do when, the
 * session machine decides; a stop passes all of them by.
 */
export class RobotSession {
  readonly core: SessionCore;
  readonly lease: LeaseKeeper;
  readonly holds: Holds;
  readonly runs: RunControl;
  readonly resumption: RunResumption;
  readonly hand: HandMotion;
  readonly jog: JogMotion;
  readonly guided: GuidedMode;
  readonly settings: RobotSettings;
  readonly tools: ToolControl;
  readonly base: BaseControl;
  readonly devices: DeviceControl;
  readonly ports: DevicePorts;
  readonly failures: FailureHandler;
  readonly speed: SpeedControl;
  readonly safetyRules: SafetyRulesControl;
  readonly armSettings: ArmSettings;
  readonly visualization: Visualization;
  private readonly frames: FramePublisher;
  private readonly parts: SessionParts;
  private readonly followState: (state: ControllerState) => void;

  constructor(parts: SessionParts) {
    this.parts = parts;
    const { clock } = parts;
    const gate = new PauseGate();
    this.core = this.createCore();
    const { core } = this;
    this.ports = new DevicePorts(core);
    const mover = new Mover({ arm: core.arm, planner: parts.planner, gate, clock });
    // Hand motion passes the gate that holds the paused run back.
    const handMover = new Mover({ arm: core.arm, planner: parts.planner, gate: new PauseGate(), clock });
    this.holds = new Holds(realTimeOf(clock));
    this.lease = new LeaseKeeper(realTimeOf(clock), (lease) => {
      core.store.update((state) => {
        state.lease = lease;
      });
    });
    this.visualization = new Visualization(core, parts.changeSceneBoxes);
    const debug = new RunDebugger(core, () => this.expressionsFor('watches'));
    this.runs = new RunControl({ ...parts, core, mover, visualization: this.visualization }, gate, debug);
    this.resumption = new RunResumption({ ...parts, core, runs: this.runs });
    const { runs, holds, resumption } = this;
    this.hand = new HandMotion({ core, mover: handMover, holds, runs, resumption, programs: parts.programs });
    const resolver = parts.createJogResolver(
      parts.armModel,
      () => core.tools.current,
      () => core.store.state.base,
    );
    const wayOut = new Escape(jointLimitsOf(parts.armModel));
    this.jog = new JogMotion({ core, holds, runs, resolver, escape: wayOut });
    this.guided = new GuidedMode(core);
    this.safetyRules = new SafetyRulesControl(core, parts.safetySettings);
    this.settings = new RobotSettings(core, parts.portClaims, this.safetyRules);
    this.tools = new ToolControl({ core, runs, hand: this.hand, jog: this.jog });
    const { hand, jog } = this;
    const { equipment, setSceneBase } = parts;
    this.base = new BaseControl({ core, runs, hand, jog, equipment, setSceneBase, movers: [mover, handMover] });
    this.devices = new DeviceControl(core, parts.equipment);
    this.speed = new SpeedControl(core, parts.programs, parts.speedChoices);
    this.armSettings = new ArmSettings(core);
    this.failures = new FailureHandler(core, this.runs, {
      endHandMotion: () => this.endHandMotion(),
      noteFailure: (failure) => parts.noteFailure?.(failure, core.store.state.routine?.id ?? null),
    });
    this.followState = followController(core.store, jointLimitsOf(parts.armModel));
    this.frames = new FramePublisher(clock, parts.publishFrame);
  }

  get robotKind(): RobotKind {
    return this.parts.robotKind;
  }

  get state(): RunnerStateKind {
    return this.core.machine.state;
  }

  /** Where expressions find values outside a run. Who asks for them, waits for the caller's own to be ended only. */
  expressionsFor(callerID: string): ExpressionSources {
    const sources = sessionExpressions(this.core, this.runs.loaded, this.parts);
    return { ...sources, scripts: sources.scripts?.forCaller?.(callerID) ?? sources.scripts };
  }

  /** Begins above every stop epoch and every patch number that an earlier runner may have used. */
  async begin(): Promise<void> {
    await this.core.epochs.begin();
    this.core.store.begin(this.core.epochs.current * patchesPerEpoch);
    await this.speed.restore();
    this.safetyRules.follow();
  }

  /** A program that takes the robot says so by control mode api: people are told of it. */
  setControlMode(kind: ControlMode, by: TakenBy): Answer<{ kind: ControlMode }> {
    if (kind === 'api' && this.core.store.state.controlMode !== 'api') this.parts.noteProgramControl?.(by);
    return this.settings.setControlMode(kind);
  }

  /** After a restart: shows the run that a crash interrupted, and asks before the next when it left something unknown. */
  showInterrupted(run: Run): void {
    if (run.interruptedIn?.hasUnknownEffect) this.runs.askBecauseOf(describePlace(run.interruptedIn));
    this.core.store.update((state) => {
      state.run = describeRun(run);
    });
  }

  /** Takes a newly connected controller; the former one, if any, is gone. */
  attach(driver: RobotDriver): void {
    this.core.arm.attach(driver);
  }

  /**
   * Stops motion and run. Needs no lease and waits for nothing: the arm is told first, everything else follows.
   * @param stop what the run that it ends says of it.
   * @returns the new stop epoch.
   */
  stop(reason: string, stop: RunStop): number {
    const epoch = this.core.arm.stop('stop', reason);
    this.endEverything(stop);
    return epoch;
  }

  /** A stop that ends in brakes. A live robot fails with it; a simulated one is Idle again. */
  emergencyStop(reason: string, stop: RunStop): number {
    const epoch = this.core.arm.stop('emergencyStop', reason);
    if (this.parts.robotKind === 'live') this.failAfterStop(failureOfStop('emergencyStop', reason));
    else this.endEverything(stop);
    return epoch;
  }

  private endEverything(stop: RunStop): void {
    this.runs.stop(stoppedBy(stop));
    this.endHandMotion();
    const { equipment, robotKind, isTwin } = this.parts;
    void equipment.stopDevices(robotKind, isTwin, this.core.epochs.current);
  }

  /** A device of the cell was changed: it may be the tool, or what the arm stands on. */
  followEquipment(equipmentID: string | undefined): void {
    void this.tools.follow(equipmentID);
    void this.base.follow();
  }

  private endHandMotion(): void {
    this.hand.abort();
    this.jog.abort();
    this.guided.finish();
  }

  /** Brakes: engaging them stops everything first, as the stop table has it. */
  async setBrakes(
    state: 'engaged' | 'disengaged',
    stop: RunStop,
  ): Promise<Answer<{ state: 'engaged' | 'disengaged' }>> {
    if (state === 'disengaged') return this.settings.setBrakes(state);
    // With brakes that are engaged already the controller has nothing to stop, and begins no epoch either.
    if (this.core.arm.state?.brakes !== 'engaged') this.core.epochs.next();
    const answer = this.settings.setBrakes(state);
    this.endEverything(stop);
    return answer;
  }

  /** Somebody takes the arm from its holder: hand motion ends, a run is held, and only then the lease changes hands. */
  async takeOver(holderID: string, holderName: string, stop: RunStop): Promise<Answer<{ sequence: number }>> {
    if (this.lease.current && this.lease.current.holderID !== holderID) {
      this.settings.giveUpRelease();
      if (this.state === 'RoutineRunning') this.runs.pause();
      else if (this.core.arm.isMoving) this.stop(`${holderName} takes control`, stop);
      if (!(await this.core.arm.waitForStandstill()) && this.core.arm.isConnected) {
        return refuse('robot_not_idle', 'The arm has not come to a stop');
      }
    }
    return accept({ sequence: this.lease.takeOver(holderID, holderName).sequence });
  }

  /** A client's connection is gone: what it holds ends now, not when its heartbeats are missed. */
  endClient(sessionID: string): void {
    this.holds.lapseAllOf(sessionID);
    if (this.lease.current?.holderID === sessionID) {
      this.settings.giveUpRelease();
      if (this.state === 'Antigravity' || this.state === 'AntigravitySlow') void this.guided.stop();
    }
    this.lease.release(sessionID);
  }

  /** Fails the running routine with a recoverable fault, which pauses it, or with one that ends it. */
  raiseFault(message: string, isRecoverable: boolean): Answer {
    if (!this.runs.isActive) return refuse('routine_must_be_running', 'No routine is running');
    const fault = { kind: 'TriggerFaultFailure', reason: message } as const;
    if (isRecoverable) this.core.failHolding({ ...fault, recoveryKind: 'Recoverable' });
    else this.core.fail({ ...fault, recoveryKind: 'NotRecoverable' });
    return accepted;
  }

  /**
   * Stops everything and waits until the run, if there was one, is ended in its journal. An arm that another commands
   * by now is left alone.
   */
  async close(): Promise<void> {
    this.frames.close();
    this.tools.close();
    this.base.close();
    this.safetyRules.close();
    this.core.store.close();
    const { arm } = this.core;
    if (arm.isConnected && !arm.isInCommand) {
      this.runs.stop(stoppedBy({ how: 'commandTaken', by: null }));
      this.endHandMotion();
    } else if (this.runs.isActive || arm.isMoving) this.stop('the session closes', { how: 'shutdown', by: null });
    await this.runs.settle();
  }

  /** Another runner drives the robot from now on: ends everything, and writes no more. */
  async giveUp(): Promise<void> {
    this.runs.abandonJournal();
    await this.close();
  }

  private createCore(): SessionCore {
    const { clock, equipment, robotKind, isTwin, log, epochs: epochStore, publishPatch } = this.parts;
    const store = new StateStore(createInitialState(robotKind, isTwin), clock, publishPatch);
    const readFacts = () => ({ isRunPaused: this.runs.isPaused, failure: wayOutOf(store.state) });
    const machine = new SessionMachine(readFacts, (to) => {
      store.update((state) => {
        state.kind = to;
      });
    });
    const epochs = new StopEpochs(epochStore, (epoch) => {
      store.update((state) => {
        state.stopEpoch = epoch;
      });
    });
    const arm = new Arm({
      epochs,
      clock,
      checkMayTakeCommand: this.parts.checkMayTakeCommand,
      listener: {
        connected: (state) => this.connected(state),
        disconnected: (reason) => this.disconnected(reason),
        stateChanged: (state) => this.stateChanged(state),
        eventHappened: (event) => this.eventHappened(event),
      },
    });
    const onChange = (tool: ToolModel) => this.tools.changed(tool);
    const tools = new CurrentTool({ robotKind, equipment, choices: this.parts.toolChoices, log, onChange });
    const fail = (failure: Failure) => this.failures.enter(failure);
    const failHolding = (failure: Failure) => this.failures.enter(failure, { keepsRun: true });
    const speed = new SpeedGovernor(jointLimitsOf(this.parts.armModel));
    const toolPoseOf = createToolPose(this.parts.armModel);
    const core = { robotKind, isTwin, clock, log, machine, store, epochs, arm, tools, speed, toolPoseOf };
    return { ...core, ...createGround(this), fail, failHolding };
  }

  private connected(state: ControllerState): void {
    const { machine, store } = this.core;
    this.failures.noteConnection();
    store.update((draft) => {
      draft.isControllerConnected = true;
      draft.payload.mass = state.payloadMassKg;
      // The controller outlives its commander, and with it the restriction that somebody set.
      if (machine.state === 'Constructing') draft.speedRestrictionPercentage = state.overrideFactor;
    });
    void this.settings.sendOverride();
    void this.speed.sendForces();
    void this.armSettings.sendAntigravity();
    void this.armSettings.sendContactSurfaces();
    if (machine.state === 'Constructing') machine.fire('controllerConnected');
    // Nobody was there to hear of what stopped it.
    if (state.latchedBy) this.failAfterStop(failureOfStop(state.latchedBy, ''));
    void this.tools.follow(undefined);
    void this.base.follow();
  }

  private disconnected(reason: string): void {
    const { store, machine } = this.core;
    store.update((draft) => {
      draft.isControllerConnected = false;
    });
    this.frames.silence();
    this.ports.noteChange();
    this.safetyRules.forgetController();
    if (machine.state !== 'Constructing') this.failAfterStop(failureOfLostController(reason));
  }

  /** The arm has been stopped, or stops itself: only the rest ends. */
  private failAfterStop(failure: Failure | undefined): void {
    if (failure) this.failures.enter(failure, { isStopped: true });
    const { equipment, robotKind, isTwin } = this.parts;
    void equipment.stopDevices(robotKind, isTwin, this.core.epochs.current);
  }

  private stateChanged(state: ControllerState): void {
    this.frames.take(state, this.core.arm.isMoving);
    this.parts.noteMotion?.(state);
    this.core.store.markIfDue();
    this.followState(state);
    this.ports.noteChange();
    this.safetyRules.takeState(state);
  }

  private eventHappened(event: ControllerEvent): void {
    if (event.kind === 'eStopped') this.failAfterStop(failureOfStop('emergencyStopInput', event.port));
    else if (event.kind === 'fault') this.failAfterStop(failureOfStop(event.cause, event.detail));
    else if (event.kind === 'commanderLost') this.failAfterStop(failureOfStop('commanderLost', event.detail));
    else if (event.kind === 'jogEnded') this.jog.abort();
    else if (event.kind === 'guidedModeEnded') this.guided.finish();
    else if (event.kind === 'safeguardOpened') {
      this.runs.hold();
      this.core.baseMovers.halt();
      this.endHandMotion();
    }
  }
}
