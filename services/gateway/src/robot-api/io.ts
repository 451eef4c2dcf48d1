import {
  findPortByName,
  type IOLevels,
  ioLevelsSchema,
  type OutputAction,
  ProductError,
  writablePortKindSchema,
} from '@cellwright/domain';
import { z } from 'zod';
import type { RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const tags = ['Robot API: payload and I/O'];
const ioSchema = z.object({ state: ioLevelsSchema.describe("Levels by full name: 'Output 1', 'Input 16', 'Relay 2'") });

/** `/io`: levels of all ports by name. */
export function addIO(api: Api, line: RobotLine): void {
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
      await line.command(call, 'setOutputIO', { outputs: outputsOf(wanted) });
      const levels = () => line.state(call.robotKind).io;
      await line.until(() => Object.entries(wanted).every(([name, level]) => levels()[name] === level));
      return { state: levels() };
    },
  );
}

/** @throws ProductError for a name that is no port, or of a port that cannot be set. */
function outputsOf(wanted: IOLevels): OutputAction[] {
  return Object.entries(wanted).map(([name, level]) => {
    const port = findPortByName(name);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    if (port && kind.success) return { kind: kind.data, port: port.port, level };
    throw new ProductError(
      'request_failed_validation',
      port ? `${name} is no output: only outputs, relays and flange outputs can be set` : `There is no port ${name}`,
    );
  });
}
