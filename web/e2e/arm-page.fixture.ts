import { afterEach } from 'vitest';
import { connectCell } from '../../services/cell/e2e/harness.ts';
import { resetRobot } from '../../services/cell/e2e/reset-robot.ts';
import { type CellCommands, createCellCommands } from './commands.fixture.ts';
import { makeToken } from './people.fixture.ts';
import { type FileBench, openFileBench, SharedFileBench, shareValue } from './shared-browser.fixture.ts';
import { findArmBrowser, findArmCellPath } from './shared-cells.fixture.ts';

/** Cell with a simulated arm that a file has exclusively, in its initial state. */
export interface ArmBench extends FileBench, Omit<CellCommands, 'stop'> {}

/** Uses the cell and the browser that all arm tests share; stops the robot and closes the pages of a test after it. */
export function shareArmPage(): ArmBench {
  const bench = shareValue(openArmBench, ({ end }) => end());
  // Also after a failed test: its run would fail the next ones.
  afterEach(() => stopRobot(bench()));
  return new ArmFileBench(bench);
}

async function stopRobot({ url, adminKey }: Pick<ArmBench, 'url' | 'adminKey'>): Promise<void> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const answer = await fetch(`${url}/api/v1/cell/robots/simulated/stop`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`The robot was not stopped: ${await answer.text()}`);
}

/** Resets the cell first, which removes everything including the user of the previous file. */
async function openArmBench(): Promise<ArmBench & { end(): Promise<void> }> {
  const cell = connectCell(findArmCellPath());
  await resetRobot(cell);
  const { url, dataPath } = cell;
  const { adminKey } = cell.client;
  const commands = createCellCommands(dataPath);
  const token = await makeToken({ url, adminKey }, 'browser');
  const file = await openFileBench({ url, adminKey, token }, await findArmBrowser());
  const end = async () => {
    await file.close();
    commands.stop();
  };
  const { startRoutine, startEndless, debugRoutine } = commands;
  return { ...file, startRoutine, startEndless, debugRoutine, end };
}

class ArmFileBench extends SharedFileBench<ArmBench> implements ArmBench {
  startRoutine(...args: Parameters<ArmBench['startRoutine']>) {
    return this.bench().startRoutine(...args);
  }
  startEndless(...args: Parameters<ArmBench['startEndless']>) {
    return this.bench().startEndless(...args);
  }
  debugRoutine(...args: Parameters<ArmBench['debugRoutine']>) {
    return this.bench().debugRoutine(...args);
  }
}
