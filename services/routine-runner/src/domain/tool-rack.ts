import type { WirePose } from '@cellwright/domain';
import { identityPose } from '@cellwright/geometry';
import type { CellEquipment } from './cell.ts';
import type { ToolModel } from './planner.ts';

/** Nothing on the flange. */
export const bareFlange: ToolModel = {
  name: 'wrist',
  tcp: identityPose,
  massKg: 0,
  centreOfGravity: [0, 0, 0],
  boxes: [],
};

/** Knows what is on the flange: asked of the equipment before every motion, so that a change is never missed. */
export class ToolRack {
  private tool: ToolModel = bareFlange;
  private readonly equipment: Pick<CellEquipment, 'findTool'>;
  private readonly onChange: (tool: ToolModel) => void;

  constructor(equipment: Pick<CellEquipment, 'findTool'>, onChange: (tool: ToolModel) => void) {
    this.equipment = equipment;
    this.onChange = onChange;
  }

  get current(): ToolModel {
    return this.tool;
  }

  get tcp(): WirePose {
    return this.tool.tcp;
  }

  /** @throws what the equipment throws when it cannot be asked: moving with a guessed tool would be worse. */
  async refresh(): Promise<ToolModel> {
    const found = (await this.equipment.findTool()) ?? bareFlange;
    if (JSON.stringify(found) !== JSON.stringify(this.tool)) {
      this.tool = found;
      this.onChange(found);
    }
    return this.tool;
  }
}
