import { ProductError, SerialQueue } from '@cellwright/domain/basics';
import type { RobotKind, WirePose } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import type { CellEquipment, SessionLog } from '../cell.ts';
import type { ToolModel } from '../planner.ts';
import { activateEnd } from './active-end.ts';

/** Tool model of a flange without tool. */
export const bareFlange: ToolModel = {
  equipmentID: null,
  name: 'wrist',
  tcp: identityPose,
  massKg: 0,
  centreOfGravity: [0, 0, 0],
  boxes: [],
};

/** The chosen tool of a robot. */
export interface ToolChoice {
  /** Null for a bare flange. */
  readonly equipmentID: string | null;
  /** Active end of a changer, counted from 1; 1 for all other tools. */
  readonly activeEnd: number;
}

/** Store of the choice. */
export interface ToolChoiceStore {
  /** Undefined before the first choice. */
  load(): Promise<ToolChoice | undefined>;
  save(choice: ToolChoice): Promise<void>;
}

const bareChoice: ToolChoice = { equipmentID: null, activeEnd: 1 };

export interface ToolRackParts {
  readonly robotKind: RobotKind;
  readonly equipment: Pick<CellEquipment, 'findTool' | 'listTools' | 'holdOnFlange' | 'findWristCamera'>;
  readonly choices: ToolChoiceStore;
  readonly log: SessionLog;
  readonly onChange: (tool: ToolModel) => void;
}

/**
 * The tool on the flange: the chosen device, as the equipment service describes it. A disabled device stays on the
 * flange. Requests run one after the other, so that an old answer never replaces a newer one.
 */
export class CurrentTool {
  private tool: ToolModel = bareFlange;
  private choice: ToolChoice | undefined;
  private isLoaded = false;
  /** The device that the equipment service holds for this robot; undefined before the first request. */
  private heldID: string | null | undefined;
  private readonly turns = new SerialQueue();
  private readonly parts: ToolRackParts;

  constructor(parts: ToolRackParts) {
    this.parts = parts;
  }

  get current(): ToolModel {
    return this.tool;
  }

  get tcp(): WirePose {
    return this.tool.tcp;
  }

  /** True if a change of this device may change the tool: it is the tool, or mounted on an end of it. */
  concerns(equipmentID: string): boolean {
    const isCarried = this.tool.ends?.some((end) => end.equipmentID === equipmentID) ?? false;
    return this.choice === undefined || this.choice.equipmentID === equipmentID || isCarried;
  }

  /** Reads the tool. @throws the error of the equipment service: moving with a guessed tool would be worse. */
  refresh(): Promise<ToolModel> {
    return this.turns.run(async () => {
      await this.load();
      if (this.choice === undefined) this.choice = await this.chooseFirst();
      return this.look(this.choice ?? bareChoice);
    });
  }

  /**
   * Mounts another device on the flange, or none. @throws ProductError when the tool does not exist, or the service
   * does not answer.
   */
  choose(equipmentID: string | null): Promise<ToolModel> {
    return this.turns.run(async () => {
      await this.load();
      const activeEnd = this.choice?.equipmentID === equipmentID ? this.choice.activeEnd : 1;
      return this.settle({ equipmentID, activeEnd });
    });
  }

  /** Activates another end of the changer on the flange. @throws ProductError when there is no such end */
  activate(activeEnd: number): Promise<ToolModel> {
    return this.turns.run(async () => {
      await this.load();
      const choice = { equipmentID: this.choice?.equipmentID ?? null, activeEnd };
      // A tool without ends has none to choose, not even the first.
      activeOf(await this.describe(choice), activeEnd);
      return this.settle(choice);
    });
  }

  private async settle(choice: ToolChoice): Promise<ToolModel> {
    const tool = await this.describe(choice);
    await this.hold(choice.equipmentID);
    await this.parts.choices.save(choice);
    this.choice = choice;
    this.isLoaded = true;
    this.take(tool);
    return tool;
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return;
    this.choice = await this.parts.choices.load();
    this.isLoaded = true;
  }

  /**
   * Chooses the first tool: the only enabled one of the cell, or the oldest of several. Without any, no tool is chosen.
   */
  private async chooseFirst(): Promise<ToolChoice | undefined> {
    const { equipment, choices, log, robotKind } = this.parts;
    const enabled = (await equipment.listTools()).filter(({ isEnabled }) => isEnabled);
    const [first, ...others] = [...enabled].sort((a, b) => (a.equipmentID < b.equipmentID ? -1 : 1));
    if (!first) return undefined;
    await this.hold(first.equipmentID);
    const choice = { equipmentID: first.equipmentID, activeEnd: 1 };
    await choices.save(choice);
    const fields = { robotKind, equipmentID: first.equipmentID, name: first.name };
    if (others.length === 0) log.info('the only tool of the cell is on the flange', fields);
    else {
      log.warn(
        'nobody has said which tool is on the flange: the oldest was taken. Choose another tool for the flange',
        fields,
      );
    }
    return choice;
  }

  private async look(choice: ToolChoice): Promise<ToolModel> {
    const tool = await this.describe(choice);
    await this.hold(choice.equipmentID);
    this.take(tool);
    return tool;
  }

  private async describe({ equipmentID, activeEnd }: ToolChoice): Promise<ToolModel> {
    const { equipment } = this.parts;
    const found = equipmentID === null ? bareFlange : await equipment.findTool(equipmentID);
    const wristCamera = await equipment.findWristCamera();
    const tool = found && (wristCamera ? { ...found, wristCamera } : found);
    if (tool) return tool.ends ? activeOf(tool, activeEnd) : tool;
    throw new ProductError(
      'equipment_no_matching',
      `The device ${equipmentID} does not exist or is not a tool. Choose the tool on the flange of the ${this.parts.robotKind} robot`,
    );
  }

  private async hold(equipmentID: string | null): Promise<void> {
    if (this.heldID === equipmentID) return;
    this.heldID = undefined;
    await this.parts.equipment.holdOnFlange(this.parts.robotKind, equipmentID);
    this.heldID = equipmentID;
  }

  private take(tool: ToolModel): void {
    if (JSON.stringify(tool) === JSON.stringify(this.tool)) return;
    this.tool = tool;
    this.parts.onChange(tool);
  }
}

function activeOf(tool: ToolModel, activeEnd: number): ToolModel {
  const active = activateEnd(tool, activeEnd);
  if (active.ok) return active.value;
  throw new ProductError(active.refusal.code, active.refusal.message);
}
