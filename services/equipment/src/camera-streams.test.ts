import { applyCameraSettings, getCameraIntrinsics } from '@cellwright/calls';
import { RobotKind } from '@cellwright/proto/common';
import type { FollowCameraResponse } from '@cellwright/proto/equipment';
import { describe, expect, it, vi } from 'vitest';
import { type EquipmentCell, startCellBeforeEach } from './testing/equipment-cell.fixture.ts';

let cell: EquipmentCell;
startCellBeforeEach((started) => {
  cell = started;
});

const robot = { robot: { isTwin: false, stopEpoch: 1 } };
const simulated = { robotKind: 'simulated' } as const;
const addCamera = () => cell.create({ config: { kind: 'WristCamera', name: 'Eye' }, isEnabled: true });

/** Follows a camera; `end` has the outcome of the stream. */
function follow(equipmentId: string) {
  const responses: FollowCameraResponse[] = [];
  const leaving = new AbortController();
  const request = { equipmentId, robotKind: RobotKind.ROBOT_KIND_SIMULATED, isTwin: false };
  const run = async (): Promise<void> => {
    for await (const response of cell.client.followCamera(request, { signal: leaving.signal }))
      responses.push(response);
  };
  return { responses, end: run(), leave: () => leaving.abort() };
}

describe('the stream of a camera', () => {
  it('has the reason when the simulated cell cannot be seen, and ends with the reason when it is switched off', async () => {
    const camera = await addCamera();
    const { responses, end } = follow(camera.id);
    const reason = "'Eye' has no picture: This cell has no robot";
    await vi.waitFor(() => expect(responses.map(({ problem }) => problem)).toContain(reason));
    await cell.save(camera.id, { config: camera.config, isEnabled: false }, camera.version);
    await end;
    expect(responses.at(-1)).toMatchObject({ jpeg: Buffer.alloc(0), problem: expect.stringContaining('was disabled') });
  });

  it('refuses a camera that is switched off, and a device of another kind', async () => {
    const camera = await cell.create({ config: { kind: 'WristCamera' }, isEnabled: false });
    await expect(follow(camera.id).end).rejects.toMatchObject({ code: 'camera_disconnected' });
    const [gripper] = (await cell.list()).filter(({ config }) => config.kind === 'OnRobot2FG7');
    await expect(follow(gripper?.id ?? '').end).rejects.toMatchObject({ code: 'equipment_no_matching' });
    await expect(follow('equipment_gone').end).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the calls of a camera', () => {
  it('read its intrinsics, and change some of its settings', async () => {
    const { id } = await addCamera();
    expect(await cell.calls.ask(getCameraIntrinsics, { id, ...simulated }, robot)).toMatchObject({
      width: 640,
      ppx: 319.5,
    });
    const changed = await cell.calls.ask(applyCameraSettings, { id, ...simulated, exposure: 700 }, robot);
    expect(changed).toMatchObject({ exposure: 700, contrast: 50 });
    expect(cell.simulators.find(id)?.simulated.camera?.settings()).toEqual(changed);
  });

  it('refuse a setting out of its range', async () => {
    const { id } = await addCamera();
    const change = cell.calls.ask(applyCameraSettings, { id, ...simulated, hue: 181 }, robot);
    await expect(change).rejects.toMatchObject({ code: 'request_failed_validation' });
  });
});
