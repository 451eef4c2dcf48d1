// Runs a commander in its own process, for tests that kill or freeze it. Usage: node --import tsx commander.fixture.ts
// PORT jog|move. Prints 'moving' once the arm is at speed.
import { connectController } from '@cellwright/controller-link';
import { anyProof } from '@cellwright/service-kit/testing/peers';
import { planMove } from '@cellwright/trajectory';
import { arm } from './domain/controller-rig.fixture.ts';
import { machineClock } from './machine-clock.ts';

const [port, motion] = process.argv.slice(2);
const result = await connectController({
  host: '127.0.0.1',
  port: Number(port),
  clock: machineClock,
  commander: `commander ${process.pid}`,
  proof: anyProof,
});
if (!result.ok) throw new Error(result.reason);
const { driver } = result;
const { stopEpoch: epoch } = driver.state;
await driver.disengageBrakes({ epoch });

let cruise = 1;
if (motion === 'jog') {
  const renew = () => void driver.jog({ epoch, jogID: `press of ${process.pid}`, velocities: [0, 0, 0, cruise, 0, 0] });
  renew();
  setInterval(renew, 100);
} else {
  cruise = 4;
  const { positions } = driver.state;
  await drive(positions.map((position, joint) => (joint === 3 ? 6.2 : position)));
}

const ended = driver.onState(({ velocities }) => {
  if (velocities[3] < cruise * 0.98) return;
  ended();
  process.stdout.write('moving\n');
});

/** Starts a move to the goal at the maximum speed of the arm. */
async function drive(goal: readonly number[]): Promise<void> {
  const trajectory = planMove(driver.state.positions, goal, arm.limits);
  const accepted = await driver.executeTrajectory({ epoch, trajectoryID: 'move', stepID: 's', trajectory });
  if (!accepted.ok) throw new Error(accepted.refusal.message);
}
