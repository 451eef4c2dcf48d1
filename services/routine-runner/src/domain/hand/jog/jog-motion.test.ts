import { messages } from '@cellwright/domain/messages';
import { describe, expect, it } from 'vitest';
import { bob, startCell } from '../../testing/fake-cell.fixture.ts';
import { joint0 } from '../../testing/moving-cell.fixture.ts';

type Cell = ReturnType<typeof startCell>;

describe('jogging', () => {
  const velocities = [0.2, 0, 0, 0, 0, 0];

  async function startJog() {
    const cell = startCell();
    await cell.clock.advance(100);
    expect(await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' })).toMatchObject({
      result: { isActive: true },
    });
    return cell;
  }

  it('moves while heartbeats arrive, and stops 250 ms after the last one', async () => {
    const cell = await startJog();
    for (let beat = 0; beat < 10; beat++) {
      await cell.clock.advance(100);
      await cell.ask('holdHeartbeat', { commandID: 'j1' });
    }
    expect(cell.state().kind).toBe('RunningAdHocCommand');
    expect(joint0(cell)).toBeGreaterThan(0.18);
    await cell.clock.advance(240);
    expect(cell.robot.isMoving).toBe(true);
    await cell.clock.advance(60);
    expect(cell.robot.isMoving).toBe(false);
    expect(cell.state().kind).toBe('Idle');
    expect(await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' })).toMatchObject({
      result: { isActive: false },
    });
    expect(cell.robot.isMoving).toBe(false);
  });

  it('reports the reason with every heartbeat while the arm is blocked', async () => {
    const cell = await startJog();
    const beat = () => cell.ask('holdHeartbeat', { commandID: 'j1' });
    cell.held.by = messages.jogSingular;
    expect(await beat()).toMatchObject({ result: { isActive: true, heldBy: messages.jogSingular } });
    expect(await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' })).toMatchObject({
      result: { isActive: true, heldBy: messages.jogSingular },
    });
    cell.held.by = undefined;
    expect(await beat()).toMatchObject({ result: { isActive: true } });
    cell.held.by = messages.jogSingular;
    await cell.ask('stopJog', { commandID: 'j1' });
    await cell.clock.advance(100);
    expect(await beat()).toMatchObject({ result: { isActive: false } });
    expect(await beat()).not.toHaveProperty('result.heldBy');
  });

  it('reports a late heartbeat as late', async () => {
    const cell = await startJog();
    await cell.clock.advance(600);
    const late = { result: { isActive: false, isLate: true } };
    expect(await cell.ask('holdHeartbeat', { commandID: 'j1' })).toMatchObject(late);
    expect(await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' })).toMatchObject(late);
    expect(cell.robot.isMoving).toBe(false);
  });

  it.each([
    ['a stop', (cell: Cell) => cell.ask('stop')],
    ['letting go', (cell: Cell) => cell.ask('stopJog', { commandID: 'j1' })],
  ])('reports no heartbeat after %s as late', async (_what, end) => {
    const cell = await startJog();
    await cell.clock.advance(100);
    await end(cell);
    await cell.clock.advance(600);
    const answer = await cell.ask('holdHeartbeat', { commandID: 'j1' });
    expect(answer).toMatchObject({ result: { isActive: false } });
    expect(answer).not.toHaveProperty('result.isLate');
  });

  it('changes its velocity with the next message, and ends on request', async () => {
    const cell = await startJog();
    await cell.clock.advance(100);
    const turned = joint0(cell) ?? 0;
    await cell.ask('jog', { jogKind: 'joint', velocities: [-0.2, 0, 0, 0, 0, 0], commandID: 'j1' });
    await cell.clock.advance(200);
    expect(joint0(cell)).toBeLessThan(turned);
    await cell.ask('stopJog', { commandID: 'j1' });
    await cell.clock.advance(60);
    expect(cell.robot.isMoving).toBe(false);
  });

  it('respects the speed restriction', async () => {
    const cell = await startJog();
    await cell.ask('setSpeedRestrictionPercentage', { value: 0.1 });
    await cell.clock.advance(50);
    expect(cell.robot.state.velocities[0]).toBeCloseTo(0.02, 9);
  });

  it('ends with the connection of its client, immediately', async () => {
    const cell = await startJog();
    await cell.clock.advance(50);
    cell.dispatcher.endClient('ada');
    await cell.clock.advance(60);
    expect(cell.robot.isMoving).toBe(false);
    expect(cell.state()).toMatchObject({ kind: 'Idle', lease: null });
  });

  it('ends with a stop, and its late velocity moves nothing', async () => {
    const cell = await startJog();
    await cell.clock.advance(50);
    await cell.ask('stop', {}, bob);
    await cell.ask('jog', { jogKind: 'joint', velocities, commandID: 'j1' });
    await cell.clock.advance(100);
    expect(cell.robot.isMoving).toBe(false);
    expect(cell.state().kind).toBe('Idle');
  });
});
