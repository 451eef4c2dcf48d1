import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  findPortByName,
  type IOLevels,
  ioLevelsSchema,
  type OutputAction,
  safetyOutputsOf,
  safetySettingsSchema,
  writablePortKindSchema,
} from '@cellwright/domain/robot';
import * as z from 'zod';
import type { CellThings } from './cell-things.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const tags = ['Robot API: payload and I/O'];
const ioSchema = z.object({ state: ioLevelsSchema.describe("Levels by full name: 'Output 1', 'Input 16', 'Relay 2'") });

/** Registers `/io`: levels of all ports by name. */
export function addIO(api: Api, { line, things }: { line: RobotLine; things: CellThings }): void {
  const response = { 200: ioSchema };
  api.get('/io', { schema: { tags, summary: 'Levels of all ports', response } }, async (request) => ({
    state: line.state(callOf(request).robotKind).io,
  }));
  api.post(
    '/io',
    { schema: { tags, summary: 'Set outputs, relays and flange outputs', body: ioSchema, response } },
    async (request) => {
      const call = callOf(request);
      const { state: wanted } = request.body;
      await refuseReserved(things, call, wanted);
      await line.command(call, 'setOutputIO', { outputs: outputsOf(wanted) });
      const levels = () => line.state(call.robotKind).io;
      await line.until(() => Object.entries(wanted).every(([name, level]) => levels()[name] === level));
      return { state: levels() };
    },
  );
}

/** Rejects outputs that the safety settings use. @throws ProductError io_safeguard_error */
async function refuseReserved(things: CellThings, call: RobotCall, wanted: IOLevels): Promise<void> {
  const settings = safetySettingsSchema.parse(await things.get(call, 'safetySettings', '1'));
  const reserved = safetyOutputsOf(settings).find((name) => Object.hasOwn(wanted, name));
  if (reserved !== undefined)
    throw new ProductError('io_safeguard_error', `${reserved}: ${messages.safetyOutputsCannotBeSet}`);
}

/** @throws ProductError for an unknown name, or a port that cannot be set. */
function outputsOf(wanted: IOLevels): OutputAction[] {
  return Object.entries(wanted).map(([name, level]) => {
    const port = findPortByName(name);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    if (port && kind.success) return { kind: kind.data, port: port.port, level };
    throw new ProductError(
      'request_failed_validation',
      port
        ? `${name} is not an output. Only outputs, relays and flange outputs can be set`
        : `There is no port ${name}`,
    );
  });
}
