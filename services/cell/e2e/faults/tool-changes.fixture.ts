import { ProductError } from '@cellwright/domain/basics';
import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';

export interface ToolChanges {
  /** Response to the resume after a change during the pause; undefined when it was accepted. */
  readonly refusedBecause: string | undefined;
  /** True if it resumed once the tool was restored. */
  readonly resumedAfterwards: boolean;
  /** Reason of the pause by a change during a move; undefined when it continued. */
  readonly pausedBecause: string | undefined;
  /** TCP in front of the flange, m, after another gripper was added, renamed and saved. */
  readonly tcpAfterOthers: number;
  /** Status and text of the attempt to delete the tool on the flange. */
  readonly deletion: { readonly status: number; readonly text: string };
}

const tcpDistances = { usual: 0.18, changed: 0.1 } as const;

/** Changes the tool on the flange during a pause and a move, and other devices as well. */
export async function changeTools(faults: FaultCell): Promise<ToolChanges> {
  const session = await faults.openReadySession('simulated');
  await session.waitFor(({ tool }) => tool.equipmentID !== null);
  const id = session.state.tool.equipmentID ?? '';
  const play = async () => {
    const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
    await session.send('loadRoutine', { routineID });
    await session.send('playRoutine', { isConfirmed: true });
    await session.waitFor(({ motionActivity }) => motionActivity === 'moving');
  };
  const setTcp = async (tcpDistance: number) => {
    await saveDevice(faults, id, { tcpDistance });
    await session.waitFor(({ tool }) => tool.tcp.z === tcpDistance);
  };
  try {
    await play();
    await session.send('pauseRoutine', {});
    await session.waitFor(({ isPaused }) => isPaused);
    await setTcp(tcpDistances.changed);
    const refusedBecause = await refusalOf(session.send('resumeRoutine', {}));
    await setTcp(tcpDistances.usual);
    const resumedAfterwards = (await refusalOf(session.send('resumeRoutine', {}))) === undefined;

    await session.waitFor(({ motionActivity }) => motionActivity === 'moving');
    await setTcp(tcpDistances.changed);
    const pausedBecause = session.state.run?.pauseReason ?? undefined;
    await session.send('stop', {});
    await session.waitFor(({ kind }) => kind === 'Idle');
    await setTcp(tcpDistances.usual);

    const other = { config: { kind: 'OnRobot2FG7', name: 'Other', tcpDistance: 0.2 }, isEnabled: true };
    const added = await faults.call('POST', '/equipment', JSON.stringify(other));
    const { id: otherID } = equipmentRecordSchema.parse(JSON.parse(added.text));
    await saveDevice(faults, otherID, { name: 'Renamed' });
    await session.send('moveJointRelative', { joint: 0, offset: 0.01, isHeld: false });
    const tcpAfterOthers = session.state.tool.tcp.z;
    await faults.call('DELETE', `/equipment/${otherID}`);
    return {
      refusedBecause,
      resumedAfterwards,
      pausedBecause,
      tcpAfterOthers,
      deletion: await faults.call('DELETE', `/equipment/${id}`),
    };
  } finally {
    session.close();
  }
}

/** True if all results are as required. */
export function holdsTool(changes: ToolChanges): boolean {
  const moved = "The tool's TCP moved by 80.0 mm";
  return (
    changes.refusedBecause?.startsWith(`${moved} since the pause`) === true &&
    changes.resumedAfterwards &&
    changes.pausedBecause?.startsWith(`${moved} during a move`) === true &&
    changes.tcpAfterOthers === tcpDistances.usual &&
    changes.deletion.status === 409
  );
}

async function saveDevice(faults: FaultCell, id: string, config: Record<string, unknown>): Promise<void> {
  const saved = await faults.call('PATCH', `/equipment/${id}`, JSON.stringify({ config }));
  if (saved.status !== 200) throw new Error(saved.text);
}

async function refusalOf(sent: Promise<unknown>): Promise<string | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}
