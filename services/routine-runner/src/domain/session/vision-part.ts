import { type VisionAnswer, visionMethodSchema } from '@cellwright/domain/equipment';
import { type Answer, accept, refuse } from '../answer.ts';
import type { CellEquipment } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';

export interface VisionOutside {
  readonly equipment: Pick<CellEquipment, 'runVisionMethod'>;
}

interface VisionOrder {
  readonly equipmentID?: string | undefined;
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Vision methods for clients of the session. */
class Vision {
  private readonly core: SessionCore;
  private readonly equipment: VisionOutside['equipment'];

  constructor(core: SessionCore, equipment: VisionOutside['equipment']) {
    this.core = core;
    this.equipment = equipment;
  }

  run({ equipmentID: camera, method, args }: VisionOrder): Promise<Answer<VisionAnswer>> {
    const known = visionMethodSchema.safeParse(method);
    if (!known.success) {
      const names = visionMethodSchema.options.join(', ');
      return Promise.resolve(
        refuse('request_failed_validation', `There is no vision method '${method}'. Use ${names}`),
      );
    }
    const { robotKind, isTwin, epochs } = this.core;
    return this.equipment.runVisionMethod({ robotKind, isTwin, camera, method: known.data, args }, epochs.signal);
  }
}

export const visionPart = definePart({
  name: 'vision',
  start: ({ core, outside: { equipment } }: PartContext<VisionOutside>) => new Vision(core, equipment),
  messages: {
    async runVisionMethod(vision, order) {
      const answer = await vision.run(order);
      return answer.ok ? accept({ ...answer.value }) : answer;
    },
  },
});
