import { jointLimitsOf } from '@cellwright/arm';
import type { ControllerEvent, ControllerState, RobotDriver } from '@cellwright/controller-link';
import type { Failure, RobotKind, RunnerStateKind } from '@cellwright/domain/robot';
import { type Run, type RunStop, wayOutOf } from '@cellwright/domain/run';
import { Arm } from '../arm/arm.ts';
import { CurrentTool } from '../arm/current-tool.ts';
import { SpeedGovernor } from '../arm/speed-governor.ts';
import { StopEpochs } from '../arm/stop-epochs.ts';
import { createToolPose } from '../arm/tool-pose.ts';
import type { SessionPart } from '../core/part.ts';
import { PartList } from '../core/part-list.ts';
import type { SessionMessage } from '../core/part-messages.ts';
import type { SessionCore } from '../core/session-core.ts';
import { SessionMachine } from '../core/session-machine.ts';
import type { StopCause } from '../core/stop-cause.ts';
import { describePlace } from '../journal/interruption.ts';
import type { ToolModel } from '../planner.ts';
import { describeRun } from '../run/active-run.ts';
import { type Interiors, interiorsPart } from '../run/interiors.ts';
import type { RunControl } from '../run/run-control.ts';
import { runsPart } from '../run/runs-part.ts';
import { type Visualization, visualizationPart } from '../run/visualization.ts';
import { FramePublisher } from '../state/frame-publisher.ts';
import { createInitialState } from '../state/initial-state.ts';
import { StateStore } from '../state/state-store.ts';
import { type ArmSettings, armSettingsPart } from './arm-settings.ts';
import { basePart } from './base-control.ts';
import type { ControlArbiter } from './control-arbiter.ts';
import { controlPart } from './control-part.ts';
import { type DevicePorts, portsPart } from './device-ports.ts';
import { failureOfStop, failuresPart } from './failure-handler.ts';
import { createGround } from './ground.ts';
import { type RobotSettings, settingsPart } from './robot-settings.ts';
import { type SafetyRulesControl, safetyRulesPart } from './safety-rules-control.ts';
import type { SessionOutside } from './session-outside.ts';
import { sessionParts } from './session-parts.ts';
import { followController } from './state-follower.ts';
import { type ToolControl, toolsPart } from './tool-control.ts';

/** Every start begins at least a thousand epochs higher: room for three years of patches at 100 Hz. */
const patchesPerEpoch = 1e7;

/**
 * One robot session: the core, and a list of parts that it starts, stops and notifies without knowing what they do. The
 * session machine decides what the parts may do when; a stop passes all of them by.
 */
export class RobotSession {
  readonly core: SessionCore;
  private readonly outside: SessionOutside;
  private readonly parts: PartList<SessionOutside>;
  private readonly frames: FramePublisher;
  private readonly followState: (state: ControllerState) => void;

  constructor(outside: SessionOutside, parts: readonly SessionPart<SessionOutside>[] = sessionParts) {
    this.outside = outside;
    this.parts = new PartList(parts);
    this.core = this.createCore();
    this.parts.start(this.core, outside);
    this.followState = followController(this.core.store, jointLimitsOf(outside.armModel));
    this.frames = new FramePublisher(outside.clock, outside.publishFrame);
  }

  get robotKind(): RobotKind {
    return this.outside.robotKind;
  }

  get state(): RunnerStateKind {
    return this.core.machine.state;
  }

  get control(): ControlArbiter {
    return controlPart.of(this.core).arbiter;
  }

  get runs(): RunControl {
    return runsPart.of(this.core);
  }

  get visualization(): Visualization {
    return visualizationPart.of(this.core);
  }

  get ports(): DevicePorts {
    return portsPart.of(this.core);
  }

  get interiors(): Interiors {
    return interiorsPart.of(this.core);
  }

  get safetyRules(): SafetyRulesControl {
    return safetyRulesPart.of(this.core);
  }

  get settings(): RobotSettings {
    return settingsPart.of(this.core);
  }

  get armSettings(): ArmSettings {
    return armSettingsPart.of(this.core);
  }

  get tools(): ToolControl {
    return toolsPart.of(this.core);
  }

  /** The message of this kind that a part answers. */
  findMessage(kind: string): SessionMessage | undefined {
    return this.parts.findMessage(kind);
  }

  /** Begins above every stop epoch and every patch number that an earlier runner may have used. */
  async begin(): Promise<void> {
    await this.core.epochs.begin();
    this.core.store.begin(this.core.epochs.current * patchesPerEpoch);
    await this.parts.begin();
  }

  /** Shows the run that a crash interrupted; the next play asks first if an effect of that run is unknown. */
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
   * Stops motion and run. Needs no lease and waits for nothing: the arm stops first, everything else follows. @param
   * stop recorded cause in the run that it ends. @returns the new stop epoch.
   */
  stop(reason: string, stop: RunStop): number {
    const epoch = this.core.arm.stop('stop', reason);
    this.core.stopParts({ kind: 'stop', stop });
    return epoch;
  }

  /** A stop that ends in brakes. A live robot fails with it; a simulated one is Idle again. */
  emergencyStop(reason: string, stop: RunStop): number {
    const epoch = this.core.arm.stop('emergencyStop', reason);
    if (this.robotKind === 'live') failuresPart.of(this.core).failAfterStop(failureOfStop('emergencyStop', reason));
    else this.core.stopParts({ kind: 'stop', stop });
    return epoch;
  }

  /** Notifies the parts that a device of the cell was changed: it may be the tool or the base of the arm. */
  followEquipment(equipmentID: string | undefined): void {
    this.parts.notify((part) => part.equipmentChanged(equipmentID));
  }

  /** Ends everything held by a client whose connection is lost, before its heartbeats are missed. */
  endClient(sessionID: string): void {
    const isHolder = this.control.lease.current?.holderID === sessionID;
    this.parts.notify((part) => part.clientGone({ sessionID, isHolder }));
  }

  /**
   * Stops everything and waits until the run, if any, has its end in the journal. An arm under command of another
   * runner is left alone.
   */
  async close(): Promise<void> {
    this.frames.close();
    try {
      this.parts.notify((part) => part.close());
    } finally {
      this.core.store.close();
      this.endLast();
      await this.parts.settle();
    }
  }

  private endLast(): void {
    const { arm } = this.core;
    if (arm.isConnected && !arm.isInCommand) {
      this.core.stopParts({ kind: 'commandTaken', stop: { how: 'commandTaken', by: null } });
    } else if (this.runs.isActive || arm.isMoving) this.stop('the session closes', { how: 'shutdown', by: null });
  }

  /** Ends everything and writes no more, because another runner drives the robot from now on. */
  async giveUp(): Promise<void> {
    try {
      this.parts.notify((part) => part.giveUp());
    } finally {
      await this.close();
    }
  }

  private createCore(): SessionCore {
    const { clock, equipment, robotKind, isTwin, log, epochs: epochStore, publishPatch, armModel } = this.outside;
    const initial = createInitialState(robotKind, isTwin);
    const slices = this.parts.initialState;
    const store = new StateStore(slices ? { ...initial, parts: { ...slices } } : initial, clock, publishPatch);
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
      checkMayTakeCommand: this.outside.checkMayTakeCommand,
      listener: {
        connected: (state) => this.connected(state),
        disconnected: (reason) => this.disconnected(reason),
        stateChanged: (state) => this.stateChanged(state),
        eventHappened: (event) => this.eventHappened(event),
      },
    });
    const onChange = (tool: ToolModel) => this.tools.changed(tool);
    const tools = new CurrentTool({ robotKind, equipment, choices: this.outside.toolChoices, log, onChange });
    const speed = new SpeedGovernor(jointLimitsOf(armModel));
    const toolPoseOf = createToolPose(armModel);
    const { hasROSBridge = false } = this.outside;
    const core = { hasROSBridge, robotKind, isTwin, clock, log, machine, store, epochs, arm, tools, speed, toolPoseOf };
    return { ...core, ...this.createGround(), ...this.createEndings() };
  }

  private createGround(): ReturnType<typeof createGround> {
    return createGround({
      base: { refresh: () => basePart.of(this.core).refresh() },
      tools: { refresh: () => this.tools.refresh() },
      runs: { adoptBase: () => this.runs.adoptBase() },
    });
  }

  /** Creates the functions of the core that end operations. */
  private createEndings(): Pick<
    SessionCore,
    'stop' | 'emergencyStop' | 'stopParts' | 'releaseFromHolder' | 'handleRunEnded' | 'fail' | 'failHolding'
  > {
    return {
      stop: (reason, stop) => this.stop(reason, stop),
      emergencyStop: (reason, stop) => this.emergencyStop(reason, stop),
      stopParts: (cause: StopCause) => this.parts.stop(cause),
      releaseFromHolder: () => this.parts.notify((part) => part.controlTaken()),
      handleRunEnded: () => this.control.handleRunEnded(),
      fail: (failure: Failure) => failuresPart.of(this.core).enter(failure),
      failHolding: (failure: Failure) => failuresPart.of(this.core).enter(failure, { keepsRun: true }),
    };
  }

  private connected(state: ControllerState): void {
    const { machine, store } = this.core;
    store.update((draft) => {
      draft.isControllerConnected = true;
      draft.payload.mass = state.payloadMassKg;
      // The controller outlives its commander, and so does its speed restriction.
      if (machine.state === 'Constructing') draft.speedRestrictionPercentage = state.overrideFactor;
    });
    this.parts.notify((part) => part.connected(state));
  }

  private disconnected(reason: string): void {
    this.core.store.update((draft) => {
      draft.isControllerConnected = false;
    });
    this.frames.silence();
    this.parts.notify((part) => part.disconnected(reason));
  }

  private stateChanged(state: ControllerState): void {
    this.frames.take(state, this.core.arm.isMoving);
    this.outside.noteMotion?.(state);
    this.core.store.markIfDue();
    this.followState(state);
    this.parts.notify((part) => part.stateChanged(state));
  }

  private eventHappened(event: ControllerEvent): void {
    this.parts.notify((part) => part.eventHappened(event));
  }
}
