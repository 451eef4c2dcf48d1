import { type ArmModel, writeUrdf } from '@cellwright/arm';
import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { type CallClient, JsonText, localCalls } from '@cellwright/service-kit/calls';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { SessionFeed } from '../events/session-feed.ts';
import { flangesOf, readMountedTool } from '../examples/flanges.ts';
import { loosePartsOf } from '../examples/loose-parts.ts';
import { surfacesOf } from '../examples/surfaces.ts';
import type { RobotLine } from '../robot-api/robot-line.ts';
import type { Clients } from '../rpc/clients.ts';
import type { SessionClient } from '../rpc/session-client.ts';
import { createDiagnosticsCalls, type DiagnosticsDeps } from './diagnostics.ts';
import { createExampleCalls, exampleLibraryOf } from './examples.ts';
import { createExternalControlCalls, type ExternalControlDeps } from './external-control.ts';
import { readMe } from './get-me.ts';
import { listCompletions } from './list-completions.ts';
import { createReplayCalls } from './replay.ts';
import { createSpaceItemCalls } from './space-items.ts';

export interface GatewayCallDeps extends Pick<DiagnosticsDeps, 'health' | 'metrics' | 'clock' | 'plannerAddress'> {
  readonly clients: Pick<Clients, 'library' | 'runner' | 'calls' | 'processes'>;
  readonly sessionClient: Pick<SessionClient, 'getPosition'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot' | 'snapshotText'>>>;
  readonly access: EntityAccess;
  readonly arm: ArmModel;
  readonly line: Pick<RobotLine, 'send' | 'catchUp' | 'state' | 'waitUntilKnown'>;
  /** Folder of the example routines; absent if there are none. */
  readonly examplesFolder: string | undefined;
  /** Newest state of external control; undefined while it does not run. */
  readonly currentState: ExternalControlDeps['currentState'];
}

/** Creates the calls of packages/calls that the gateway handles: they join data of several services. */
export function createGatewayCalls({
  clients,
  sessionClient,
  feeds,
  access,
  arm,
  line,
  examplesFolder,
  currentState,
  ...machine
}: GatewayCallDeps): Pick<CallClient, 'send'> {
  const isTwin = () => feeds.live.snapshot()?.state.isTwin === true;
  const description = new JsonText(JSON.stringify({ name: arm.name, urdf: writeUrdf(arm) }));
  return localCalls({
    ...createReplayCalls(clients.runner),
    ...createSpaceItemCalls({ dryRun: clients.calls['dry-run'], sessionClient, access }),
    ...createExampleCalls({
      ...{ access, examplesFolder },
      surfaces: surfacesOf(line, isTwin),
      flanges: flangesOf(line, (robotKind) => readMountedTool(line, robotKind), isTwin),
      looseParts: loosePartsOf(clients.calls['routine-runner']),
      library: exampleLibraryOf(clients.calls.library),
    }),
    ...createDiagnosticsCalls({ clients, feeds, access, ...machine }),
    ...createExternalControlCalls({ access, currentState }),
    getMe: (_, { author }) => readMe(access, author),
    getRobotArm: async () => description,
    getRobotState: async ({ robotKind }) => {
      const text = await feeds[robotKind].snapshotText();
      if (text === undefined)
        throw new ProductError('service_initializing', 'The robot session is starting. Try again in a moment');
      // Already written for the sockets; parsing it again would take time in proportion to the state.
      return new JsonText(bodyOf(text));
    },
    listCompletions: (input) => listCompletions({ library: clients.library, feeds }, input),
  });
}

/** Returns `{ seq, state }` of the text of a snapshot, in which the state is last. */
function bodyOf(snapshotText: string): string {
  const seq = /"seq":(\d+)/.exec(snapshotText)?.[1] ?? '0';
  return `{"seq":${seq},${snapshotText.slice(snapshotText.indexOf('"state":'))}`;
}
