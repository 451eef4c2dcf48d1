// C1: Postgres, identity, library, motion, equipment, NATS and Redis, each frozen and each killed while the arm moves,
// and then a stop or an emergency stop over HTTP, an open socket, a new socket and the command line: answered within
// 100 ms at the gateway, slowing down within 250 ms, and recorded once everything is back. Postgres, and identity, are
// also frozen for longer than every timeout. Usage: tsx scripts/soak/c1-stop-without-stores.ts [rounds] [compact |
// processes] [victims, by comma]
import {
  findDispensable,
  type StopOutcome,
  type StopTrial,
  stopDoors,
  stopWithout,
} from '../../services/cell/e2e/faults/stop-without-stores.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

/** A command loads its HTTP client during the request, which an open connection cannot speed up. */
const limits = { answerMS: 100, commandLineAnswerMS: 300, decelerationMS: 250 };
const shape = process.argv[3] === 'processes' ? 'processes' : 'compact';

/** Maximum time for which a run continues without it, ms: the others are needed for every move or every record. */
const goesOnMS: Readonly<Record<string, number>> = {
  postgres: 6000,
  identity: 6000,
  library: 1000,
  nats: 1000,
  redis: 1000,
};
/** Longer than every deadline, lease and trust in cached data. */
const longMS = 70_000;

function planRound(names: readonly string[], round: number): StopTrial[] {
  const trials = names.flatMap((victim) =>
    (['freeze', 'kill'] as const).flatMap((blow) =>
      stopDoors.map((door, index): StopTrial => {
        const message = (index + round) % 2 === 0 ? 'stop' : 'emergencyStop';
        const waitMS = blow === 'freeze' ? (goesOnMS[victim] ?? 0) : 50 * Math.random();
        return { victim, blow, waitMS, door, message };
      }),
    ),
  );
  if (round > 0) return trials;
  const long = names.filter((victim) => victim === 'postgres' || victim === 'identity');
  const message = 'stop';
  return [
    ...trials,
    ...long.map((victim): StopTrial => ({ victim, blow: 'freeze', waitMS: longMS, door: 'newSocket', message })),
  ];
}

await soak('C1', { shape }, async (faults, note) => {
  const wanted = process.argv[4]?.split(',');
  const names = findDispensable(faults).filter((name) => wanted?.includes(name) ?? true);
  const done: (StopTrial & StopOutcome)[] = [];
  for (let round = 0; round < trialsOf(3); round++) {
    for (const trial of planRound(names, round)) {
      note(done.length);
      done.push({ ...trial, ...(await stopWithout(faults, trial)) });
    }
  }
  // A command needs time to start, so its deceleration time shows nothing about the gateway.
  const timed = done.filter(({ door }) => door !== 'commandLine');
  const wrong = [
    ...done.filter(
      ({ door, answerMS, stop, runStatus }) =>
        answerMS > (door === 'commandLine' ? limits.commandLineAnswerMS : limits.answerMS) ||
        stop.movedAfter > 0 ||
        runStatus === 'running',
    ),
    ...timed.filter(({ stop }) => stop.decelerationMS > limits.decelerationMS),
  ];
  const byDoor = Object.fromEntries(
    stopDoors.map((door) => [door, summarise(done.filter((each) => each.door === door).map((each) => each.answerMS))]),
  );
  return {
    holds: wrong.length === 0,
    victims: names,
    stops: done.length,
    answerMS: byDoor,
    decelerationMS: summarise(timed.map(({ stop }) => stop.decelerationMS)),
    wrong,
    limits,
  };
});
