// A commander that turns one joint of the arm back and forth at full speed, for a script that kills or freezes it.
// Usage: node --import tsx scripts/soak/controller/commander.ts PORT. Prints 'moving' each time the joint is at speed.
import { defaultArm, jointLimitsOf } from '@cellwright/arm';
import { planMove } from '@cellwright/trajectory';
import { connect, machineClock, trialJoint } from './rig.ts';

const driver = await connect(Number(process.argv[2]), `commander ${process.pid}`, true);
const limits = jointLimitsOf(defaultArm);
const end = (limits.upper[trialJoint] ?? 0) - 0.05;
const fullSpeed = 6;

const epoch = driver.state.stopEpoch;
await driver.disengageBrakes({ epoch });
let wasFast = false;
driver.onState(({ velocities }) => {
  const isFast = Math.abs(velocities[trialJoint] ?? 0) > fullSpeed;
  if (isFast && !wasFast) process.stdout.write('moving\n');
  wasFast = isFast;
});
for (let goal = -end; ; goal = -goal) {
  const from = driver.state.positions;
  const arrived = new Promise<void>((resolve) => {
    const leave = driver.onEvent(({ kind }) => {
      if (kind !== 'trajectoryCompleted') return;
      leave();
      resolve();
    });
  });
  const trajectory = planMove(
    from,
    from.map((position, joint) => (joint === trialJoint ? goal : position)),
    limits,
  );
  const result = await driver.executeTrajectory({ epoch, trajectoryID: `to ${goal}`, stepID: 'soak', trajectory });
  // After a freeze it may no longer be in command: it waits to be ended.
  if (!result.ok) await machineClock.sleep(60_000);
  await arrived;
}
