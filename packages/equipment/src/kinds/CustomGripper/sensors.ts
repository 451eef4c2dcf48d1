import type { IOLevels } from '@cellwright/domain';
import { type CustomGripperConfig, type CustomGripperLiveState, notWired } from './contract.ts';
import type { GripperPlan } from './plan.ts';

type SensorField = 'openSensor' | 'closedSensor' | 'partSensor';

/** What one sensor says; undefined when the gripper has none. */
function readSensor(field: SensorField, config: CustomGripperConfig, levels: IOLevels): boolean | undefined {
  const name = config[field];
  return name === notWired ? undefined : levels[name] === config.sensorLevel;
}

/** A motion that is over, or that time ran out for. */
export interface EndedMotion {
  readonly plan: GripperPlan;
  readonly progress: Progress;
}

/** How far a motion has come. */
export type Progress = 'moving' | 'there' | 'held';

/**
 * Judges a motion by its sensors, and by time where there are none. Between two sensors that are off, fingers that grip
 * hold something; fingers that have not left the other end are on their way until the time limit.
 */
export function judgeMotion(
  { place, command }: GripperPlan,
  elapsedMS: number,
  config: CustomGripperConfig,
  levels: IOLevels,
): Progress {
  const read = (field: SensorField) => readSensor(field, config, levels);
  const [there, away] =
    place === 'open'
      ? ['openSensor' as const, 'closedSensor' as const]
      : ['closedSensor' as const, 'openSensor' as const];
  const part = read('partSensor');
  if (read(there)) return 'there';
  if (part && command.control === 'force_grip') return 'held';
  if (elapsedMS < config.motionTimeMS || read(away)) return 'moving';
  if (part && place === 'closed') return 'held';
  if (read(there) === undefined) return 'there';
  return command.control === 'force_grip' && part === undefined ? 'held' : 'moving';
}

/** Where the fingers are when nothing moves them: by the sensors, else where the last motion ended. */
export function placeOf(
  config: CustomGripperConfig,
  levels: IOLevels,
  ended: EndedMotion | undefined,
): CustomGripperLiveState['place'] {
  if (readSensor('openSensor', config, levels)) return 'open';
  if (readSensor('closedSensor', config, levels)) return 'closed';
  if (readSensor('partSensor', config, levels)) return 'between';
  if (!ended) return 'unknown';
  const { place } = ended.plan;
  const isSensed = readSensor(`${place}Sensor`, config, levels) !== undefined;
  return ended.progress === 'there' && !isSensed ? place : 'between';
}

/** Whether a part is held now: what its sensor says, else what the last grip ended in while no end was reached since. */
export function holdsPart(config: CustomGripperConfig, levels: IOLevels, ended: EndedMotion | undefined): boolean {
  const isHeld = ended?.progress === 'held' && placeOf(config, levels, ended) === 'between';
  return readSensor('partSensor', config, levels) ?? isHeld;
}
