import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stepContracts } from '../step-contracts.ts';

const shapeSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.string().optional(), control: z.string().optional() })),
});

/** Lists the controls of the fields named `frame` in a schema, in groups too. */
function controlsOfFrames(schema: unknown): (string | undefined)[] {
  const properties = shapeSchema.safeParse(schema).data?.properties ?? {};
  return Object.entries(properties).flatMap(([name, field]) =>
    name === 'frame' ? [field.control] : controlsOfFrames(field),
  );
}

describe('A frame in the arguments of a step', () => {
  it.each(['AddOffset', 'Waypoint'] as const)('has a choice of planes by name in %s, instead of a typed id', (kind) => {
    const controls = controlsOfFrames(
      z.toJSONSchema(stepContracts[kind].args, { io: 'input', unrepresentable: 'any' }),
    );
    expect(controls).toHaveLength(1);
    expect(['frame', 'frameOrTool']).toContain(controls[0]);
  });
});
