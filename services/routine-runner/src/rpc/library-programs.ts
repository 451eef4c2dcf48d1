import { ProductError, type VariableValue } from '@cellwright/domain/basics';
import { type SafetyRules, safetySettingsSchema, speedProfileSchema } from '@cellwright/domain/robot';
import {
  codeBlockSchema,
  environmentVariableSchema,
  globalVariableSchema,
  problemSchema,
  routineTestsSchema,
} from '@cellwright/domain/routine';
import { spaceItemSchema } from '@cellwright/domain/space';
import { globalSpace, globalVariables, safetySettings, speedProfiles } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import { LibraryServiceService, type LoadProgramRequest, type ProgramHeader } from '@cellwright/proto/library';
import { type Metrics, systemClock } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer, newIdempotencyKey, type PeerClient } from '@cellwright/service-kit/grpc';
import type { ProgramStep } from '@cellwright/steps/framework';
import * as z from 'zod';
import { accept, refuse } from '../domain/answer.ts';
import type { LoadedProgram, ProgramSource, SafetyRulesSource } from '../domain/cell.ts';
import { createObjectSource } from './library-objects.ts';
import { VariableSaver } from './variable-saver.ts';

/** A routine of 5 MB is checked and sent well within this, ms. */
const loadTimeoutMS = 30_000;

/** One small document, ms. */
const documentTimeoutMS = 3000;

const stepSchema = z.object({
  id: z.string(),
  stepKind: z.string(),
  path: z.string(),
  parentID: z.string().nullable(),
  isDisabled: z.boolean(),
  description: z.string().optional(),
  args: z.record(z.string(), z.unknown()),
});
const environmentSchema = z.object({
  environmentVariables: z.array(environmentVariableSchema).default([]),
  globalVariables: z.array(globalVariableSchema).default([]),
  spaceItems: z.array(spaceItemSchema).default([]),
  codeBlocks: z.array(codeBlockSchema).default([]),
  safetyOutputs: z.array(z.string()).default([]),
  tests: routineTestsSchema.default([]),
});

/** The library as the source of programs. Parts are parsed one at a time, with a turn of the event loop in between. */
export function connectLibrary(address: string, proofs: Pick<Proofs<'routine-runner'>, 'library'>, metrics: Metrics) {
  const options = { address, proof: proofs.library, metrics };
  const client = connectPeer(LibraryServiceService, options);
  const stored = connectPeer(EntityServiceService, options);
  const saver = new VariableSaver((id, value) => saveVariable(stored, id, value), systemClock);
  const load = (wanted: LoadProgramRequest, signal: AbortSignal) =>
    collect(client.loadProgram(wanted, { signal, deadlineMs: loadTimeoutMS }));
  const programs: ProgramSource = {
    async load(routineId, version, signal) {
      try {
        return accept(await load({ routineId, version, fileJson: Buffer.alloc(0) }, signal));
      } catch (error) {
        if (signal.aborted)
          return refuse('conflict', 'A stop was requested while the routine was loading. Load it again');
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
  /** The program of a routine file that is not stored. @throws ProductError */
  const loadFile = (fileJson: Uint8Array, signal: AbortSignal) =>
    load({ routineId: '', version: 0, fileJson: Buffer.from(fileJson) }, signal);
  const safety: SafetyRulesSource = { readSafetyRules: () => readSafetyRules(stored) };
  return {
    programs,
    loadFile,
    safetySettings: safety,
    listFeaturesOn: async () => (await client.listFeaturesOn({}, { deadlineMs: documentTimeoutMS })).names,
    objects: createObjectSource(client),
    channel: { ...client.channel, close },
  };
}

type Client = PeerClient<'routine-runner', 'library', typeof LibraryServiceService>;
type EntityClient = PeerClient<'routine-runner', 'library', typeof EntityServiceService>;

async function collect(parts: ReturnType<Client['loadProgram']>): Promise<LoadedProgram> {
  let header: ProgramHeader | undefined;
  const steps: ProgramStep[] = [];
  for await (const { part } of parts) {
    if (part?.$case === 'header') header = part.value;
    if (part?.$case === 'steps') steps.push(...z.array(stepSchema).parse(readJson(part.value.stepsJson)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!header) throw new ProductError('unavailable', 'The library sent no program. Try again in a moment');
  const { routineId: routineID, version, name, mainLoopStepId, environmentJson, problemsJson } = header;
  const environment = environmentSchema.parse(environmentJson.length > 0 ? readJson(environmentJson) : {});
  const problems = problemsJson.length > 0 ? z.array(problemSchema).parse(readJson(problemsJson)) : [];
  const mainLoopStepID = mainLoopStepId === '' ? undefined : mainLoopStepId;
  return {
    program: { routineID, version, name, mainLoopStepID, steps },
    variables: [...environment.environmentVariables, ...environment.globalVariables],
    spaceItems: environment.spaceItems,
    codeBlocks: environment.codeBlocks,
    safetyOutputs: environment.safetyOutputs,
    tests: environment.tests,
    problems,
  };
}

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
