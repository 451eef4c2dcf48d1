import { ProductError, type VariableValue } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import { type SafetyRules, safetySettingsSchema, speedProfileSchema } from '@cellwright/domain/robot';
import { spaceItemSchema } from '@cellwright/domain/space';
import { globalSpace, globalVariables, safetySettings, speedProfiles } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import { LibraryServiceService, type LoadProgramRequest } from '@cellwright/proto/library';
import { type Metrics, systemClock } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer, newIdempotencyKey, type PeerClient } from '@cellwright/service-kit/grpc';
import type * as z from 'zod';
import { accept, refuse } from '../domain/answer.ts';
import type { ProgramSource, SafetyRulesSource } from '../domain/cell.ts';
import { collectProgram, loadTimeoutMS } from './collect-program.ts';
import { createObjectSource } from './library-objects.ts';
import { VariableSaver } from './variable-saver.ts';

/** One small document, ms. */
const documentTimeoutMS = 3000;

/** The library as the source of programs. Parts are parsed one at a time, with a turn of the event loop in between. */
export function connectLibrary(address: string, proofs: Pick<Proofs<'routine-runner'>, 'library'>, metrics: Metrics) {
  const options = { address, proof: proofs.library, metrics };
  const client = connectPeer(LibraryServiceService, options);
  const stored = connectPeer(EntityServiceService, options);
  const saver = new VariableSaver((id, value) => saveVariable(stored, id, value), systemClock);
  const load = (wanted: LoadProgramRequest, signal: AbortSignal) =>
    collectProgram(client.loadProgram(wanted, { signal, deadlineMs: loadTimeoutMS }));
  const programs: ProgramSource = {
    async load(routineId, version, signal) {
      try {
        return accept(await load({ routineId, version, fileJson: Buffer.alloc(0) }, signal));
      } catch (error) {
        if (signal.aborted) return refuse('conflict', robotMessages.stopRequestedWhileLoading);
        if (error instanceof ProductError) return refuse(error.code, error.message, error.details);
        throw error;
      }
    },
    findSpeedProfile: (id) => findStored(stored, speedProfiles.name, speedProfileSchema, id),
    findSpaceItem: (id) => findStored(stored, globalSpace.name, spaceItemSchema, id),
    saveGlobalVariable: (id, value) => saver.save(id, value),
  };
  const close = () => {
    saver.close();
    client.channel.close();
    stored.channel.close();
  };
  const safety: SafetyRulesSource = { readSafetyRules: () => readSafetyRules(stored) };
  return {
    programs,
    safetySettings: safety,
    listFeaturesOn: async () => (await client.listFeaturesOn({}, { deadlineMs: documentTimeoutMS })).names,
    objects: createObjectSource(client),
    channel: { ...client.channel, close },
  };
}

type EntityClient = PeerClient<'routine-runner', 'library', typeof EntityServiceService>;

/** A stored document; undefined when there is none. @throws ProductError unavailable */
async function findStored<T>(
  client: EntityClient,
  entity: string,
  schema: z.ZodType<T>,
  id: string,
): Promise<T | undefined> {
  try {
    const request = { entity, caller: undefined, id, version: 0 };
    const { document } = await client.getEntity(request, { deadlineMs: documentTimeoutMS });
    return document && schema.parse(readJson(document.json));
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function readSafetyRules(client: EntityClient): Promise<SafetyRules> {
  const request = { entity: safetySettings.name, caller: undefined, id: safetySettings.singleton ?? '', version: 0 };
  const { document } = await client.getEntity(request, { deadlineMs: documentTimeoutMS });
  if (!document) throw new ProductError('unavailable', 'The library has no safety settings yet');
  const { inputSafeguardRules, outputSafeguardRules } = safetySettingsSchema.parse(readJson(document.json));
  return { version: document.version, inputSafeguardRules, outputSafeguardRules };
}

async function saveVariable(client: EntityClient, id: string, value: VariableValue): Promise<void> {
  await client.saveEntity({
    entity: globalVariables.name,
    caller: undefined,
    id,
    json: Buffer.from(JSON.stringify({ initialValue: value })),
    isMerge: true,
    expectedVersion: 0,
    commandKey: newIdempotencyKey(),
  });
}

function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
