import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { mountedToolSchema } from '../run/runner-state.ts';

/** Messages of the runner socket about the load of the arm: the tool on its flange and the tool's payload. */
export const toolMessages = {
  setRobotPayload: {
    payload: z.strictObject({ mass: z.number() }),
    result: z.object({}).default({}),
    control: 'lease',
    summary: 'Payload mass, kg',
  },
  setTool: {
    payload: z.strictObject({ equipmentID: idSchema.nullable() }),
    result: z.object({ tool: mountedToolSchema }),
    control: 'lease',
    summary: 'Choose the tool on the flange, a device of the cell or null for none; refused during motion or a run',
  },
  setActiveEnd: {
    payload: z.strictObject({ end: z.number().int().min(1).max(9).describe('Counted from 1, as ee-1 and ee-2 are') }),
    result: z.object({ tool: mountedToolSchema }),
    control: 'lease',
    summary: 'Choose the active end of the changer on the flange; refused during motion or a run',
  },
} as const;
