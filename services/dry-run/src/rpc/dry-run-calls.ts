import type { RobotKind } from '@cellwright/domain/robot';
import { type CallScope, callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { JobParts, ProofSubject } from '../process/proof-job.ts';
import type { ProofProcesses } from '../process/proof-processes.ts';
import { readProofOptions } from './proof-options.ts';
import type { Robots } from './robot-facts.ts';

export interface DryRunCallsDeps extends Omit<JobParts, 'facts'> {
  readonly robots: Robots;
  readonly processes: Pick<ProofProcesses, 'prove' | 'test' | 'proveStack'>;
}

/** Calls of packages/calls that the dry run answers. */
export function createDryRunCalls({ robots, processes, ...parts }: DryRunCallsDeps): GrpcService {
  const proveSubject = async (subject: ProofSubject, optionsJson: Uint8Array, { signal }: CallScope) => {
    const options = readProofOptions(optionsJson);
    const facts = await robots.readFacts(options.robotKind, signal);
    return processes.prove({ ...parts, wanted: 'proof', subject, options, facts }, signal);
  };
  const testSubject = async (subject: ProofSubject, robotKind: RobotKind, { signal }: CallScope) => {
    const facts = await robots.readFacts(robotKind, signal);
    return processes.test({ ...parts, wanted: 'tests', subject, robotKind, facts }, signal);
  };
  return callService('dry-run', {
    proveRoutine: ({ id }, scope) => proveSubject({ kind: 'stored', routineID: id }, scope.document, scope),
    proveRoutineFile: ({ options = '' }, scope) =>
      proveSubject({ kind: 'file', json: scope.document }, Buffer.from(options), scope),
    testRoutine: ({ id, robotKind }, scope) => testSubject({ kind: 'stored', routineID: id }, robotKind, scope),
    testRoutineFile: ({ robotKind }, scope) => testSubject({ kind: 'file', json: scope.document }, robotKind, scope),
    provePallets: async ({ robotKind }, { document, signal }) => {
      const facts = await robots.readFacts(robotKind, signal);
      return processes.proveStack({ ...parts, wanted: 'stack', question: document, facts }, signal);
    },
  });
}
