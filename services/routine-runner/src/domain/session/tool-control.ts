import { ProductError } from '@cellwright/domain/basics';
import { runMessages } from '@cellwright/domain/messages';
import type { MountedTool } from '@cellwright/domain/run';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import type { CellEquipment } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { HandMotion } from '../hand/hand-motion.ts';
import { handPart } from '../hand/hand-part.ts';
import type { JogMotion } from '../hand/jog/jog-motion.ts';
import { jogPart } from '../hand/jog/jog-part.ts';
import type { ToolBoxModel, ToolModel } from '../planner.ts';
import type { RunControl } from '../run/run-control.ts';
import { runsPart } from '../run/runs-part.ts';
import { FingerWidths } from './finger-widths.ts';

/** Interval of requests to an unresponsive equipment service, ms. */
const askAgainMS = 1000;

export interface ToolControlParts {
  readonly core: SessionCore;
  readonly runs: RunControl;
  readonly hand: HandMotion;
  readonly jog: JogMotion;
  /** Returns the current width of a gripper; undefined while it is unknown. */
  readonly readFingerWidth: (equipmentID: string) => Promise<number | undefined>;
}

/**
 * The tool on the flange, for one session. A motion keeps the tool of its plan: when the tool changes, a move of a run
 * pauses and manual motion ends; later plans use the new tool.
 */
export class ToolControl {
  private readonly core: SessionCore;
  private readonly runs: RunControl;
  private readonly hand: HandMotion;
  private readonly jog: JogMotion;
  private readonly fingers: FingerWidths;
  /** Last tool that was sent to the controller. */
  private told: ToolModel | undefined;
  private cancelAsking: () => void = () => undefined;
  private isClosed = false;
  private isUnknown = false;

  constructor(parts: ToolControlParts) {
    this.core = parts.core;
    this.runs = parts.runs;
    this.hand = parts.hand;
    this.jog = parts.jog;
    this.fingers = new FingerWidths(parts.core.store, parts.readFingerWidth);
  }

  /** Shows the width of a gripper; ignored if it is not on the flange. */
  noteFingerWidth(equipmentID: string, width: number | undefined): void {
    this.fingers.note(equipmentID, width);
  }

  /** Reads the tool on the flange and sends it to the controller; without an answer nothing may move. */
  async refresh(): Promise<Answer> {
    const tool = await this.look();
    return tool.ok ? this.tell(tool.value) : tool;
  }

  /**
   * Reads the tool after a device was added, changed or removed: at once, and again until the equipment service
   * answers.
   */
  async follow(equipmentID: string | undefined): Promise<void> {
    if (this.isClosed || (equipmentID !== undefined && !this.core.tools.concerns(equipmentID))) return;
    this.cancelAsking();
    const tool = await this.look();
    if (tool.ok) await this.tell(tool.value);
    else if (!this.isClosed) {
      // The equipment service did respond: the mounted device is no longer a tool, so no move can be planned with it.
      if (tool.refusal.code !== 'unavailable') this.runs.pause(tool.refusal.message);
      this.cancelAsking();
      this.cancelAsking = this.core.clock.schedule(askAgainMS, () => void this.follow(equipmentID));
    }
  }

  /** Mounts another device on the flange, or none, while nothing moves. */
  choose(equipmentID: string | null): Promise<Answer<{ tool: MountedTool }>> {
    return this.changeAtRest(() => this.core.tools.choose(equipmentID));
  }

  /** Makes another end of the changer the active one, while nothing moves. */
  activate(end: number): Promise<Answer<{ tool: MountedTool }>> {
    return this.changeAtRest(() => this.core.tools.activate(end));
  }

  private async changeAtRest(change: () => Promise<ToolModel>): Promise<Answer<{ tool: MountedTool }>> {
    const { arm, machine } = this.core;
    if (machine.state === 'RoutineRunning' && !this.runs.isPaused) {
      return refuse('robot_not_idle', runMessages.pauseBeforeTool);
    }
    const isByHand = ['RunningAdHocCommand', 'Antigravity', 'AntigravitySlow'].includes(machine.state);
    if (isByHand || arm.isMoving) {
      return refuse('robot_not_idle', runMessages.armMovesBeforeTool);
    }
    const tool = await this.ask(change);
    if (!tool.ok) return tool;
    // A disconnected controller gets it when it reconnects.
    await this.tell(tool.value);
    return accept({ tool: showTool(tool.value) });
  }

  /** The tool or its description has changed. */
  changed(tool: ToolModel): void {
    this.core.store.update((state) => {
      state.tool = showTool(tool);
    });
    this.fingers.follow(tool);
    this.runs.takeTool(tool);
    this.hand.takeTool(tool);
    if (this.core.arm.isMoving) this.jog.abort();
  }

  close(): void {
    this.isClosed = true;
    this.cancelAsking();
  }

  private look(): Promise<Answer<ToolModel>> {
    return this.ask(() => this.core.tools.refresh());
  }

  private async ask(question: () => Promise<ToolModel>): Promise<Answer<ToolModel>> {
    try {
      const tool = await question();
      this.isUnknown = false;
      return accept(tool);
    } catch (error) {
      // Once per outage, not with every question.
      if (!this.isUnknown) this.core.log.warn('the equipment did not say what is on the flange', { error });
      this.isUnknown = true;
      if (!(error instanceof ProductError)) return refuse('unavailable', `${unknownTool}. Try again in a moment`);
      if (error.code !== 'unavailable') return refuse(error.code, error.message);
      return refuse('unavailable', `${unknownTool}: ${error.message}`);
    }
  }

  private async tell(tool: ToolModel): Promise<Answer> {
    const { arm } = this.core;
    if (arm.isMoving) await arm.waitForStandstill();
    if (this.told === tool && arm.state?.toolName === tool.name) return accepted;
    const { name, tcp, massKg, centreOfGravity } = tool;
    const mounted = { name, tcp, massKg, centreOfGravity };
    const answer = await arm.command((driver, epoch) => driver.setTool({ epoch, tool: mounted }));
    if (!answer.ok) return answer;
    this.told = tool;
    arm.forgetContactPoint();
    return answer;
  }
}

const unknownTool = 'The equipment service did not send the attached tool';

/** A tool as clients see it. */
function showTool({ boxes, tcp, centreOfGravity: [x, y, z], ends, activeEnd, ...tool }: ToolModel): MountedTool {
  return {
    ...tool,
    ...(ends && activeEnd !== undefined
      ? { ends: ends.map((end) => ({ ...end, tcp: { ...end.tcp } })), activeEnd }
      : {}),
    tcp: { ...tcp },
    centreOfGravity: [x, y, z],
    collisionBoxes: boxes.map(showBox),
  };
}

function showBox({ pose, size, finger }: ToolBoxModel): MountedTool['collisionBoxes'][number] {
  return {
    pose: { ...pose },
    size: [...size],
    ...(finger && { finger: { ...finger, closing: [...finger.closing] } }),
  };
}

export interface ToolsOutside {
  readonly equipment: Pick<CellEquipment, 'readFingerWidth'>;
}

export const toolsPart = definePart({
  name: 'tools',
  start: ({ core, outside: { equipment } }: PartContext<ToolsOutside>) =>
    new ToolControl({
      core,
      runs: runsPart.of(core),
      hand: handPart.of(core),
      jog: jogPart.of(core),
      readFingerWidth: (equipmentID) => equipment.readFingerWidth(core.robotKind, core.isTwin, equipmentID),
    }),
  connected: (tools) => void tools.follow(undefined),
  equipmentChanged: (tools, equipmentID) => void tools.follow(equipmentID),
  close: (tools) => tools.close(),
  messages: {
    setTool: (tools, { equipmentID }) => tools.choose(equipmentID),
    setActiveEnd: (tools, { end }) => tools.activate(end),
  },
});
