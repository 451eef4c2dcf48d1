import { robotIdentitySchema } from '@cellwright/domain/robot';
import type { CellThings } from './cell-things.ts';
import { type Api, callOf } from './room.ts';

const identitySchema = robotIdentitySchema.pick({
  robotId: true,
  alias: true,
  robotOperationMode: true,
  applicationUrl: true,
});

/** Registers `/identity/bot_identity`. */
export function addIdentity(api: Api, things: CellThings): void {
  api.get(
    '/identity/bot_identity',
    { schema: { tags: ['Robot API: status'], summary: 'Identity of the robot', response: { 200: identitySchema } } },
    async (request) => identitySchema.parse(await things.get(callOf(request), 'robotIdentity', '1')),
  );
}
