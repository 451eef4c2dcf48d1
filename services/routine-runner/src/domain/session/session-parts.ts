import type { SessionPart } from '../core/part.ts';
import { guidedPart } from '../hand/guided-mode.ts';
import { handPart } from '../hand/hand-part.ts';
import { holdsPart } from '../hand/holds.ts';
import { jogPart } from '../hand/jog/jog-part.ts';
import { resumptionPart } from '../resume/run-resumption.ts';
import { expressionsPart } from '../run/expressions-part.ts';
import { interiorsPart } from '../run/interiors.ts';
import { moversPart } from '../run/movers.ts';
import { runsPart } from '../run/runs-part.ts';
import { visualizationPart } from '../run/visualization.ts';
import { armSettingsPart } from './arm-settings.ts';
import { basePart } from './base-control.ts';
import { controlPart } from './control-part.ts';
import { devicesPart } from './device-control.ts';
import { portsPart } from './device-ports.ts';
import { failuresPart } from './failure-handler.ts';
import { kinematicsPart } from './kinematics-part.ts';
import { settingsPart } from './robot-settings.ts';
import { safetyRulesPart } from './safety-rules-control.ts';
import type { SessionOutside } from './session-outside.ts';
import { speedPart } from './speed-control.ts';
import { statePart } from './state-part.ts';
import { toolsPart } from './tool-control.ts';
import { visionPart } from './vision-part.ts';

/**
 * The parts of a robot session, each behind those it needs. Hooks are called in this order: a controller that connects
 * first gets its settings, then the session leaves Constructing or fails, then base and tool are read.
 */
export const sessionParts: readonly SessionPart<SessionOutside>[] = [
  statePart,
  holdsPart,
  interiorsPart,
  moversPart,
  visualizationPart,
  speedPart,
  portsPart,
  safetyRulesPart,
  settingsPart,
  armSettingsPart,
  runsPart,
  expressionsPart,
  failuresPart,
  resumptionPart,
  handPart,
  jogPart,
  guidedPart,
  basePart,
  toolsPart,
  devicesPart,
  visionPart,
  kinematicsPart,
  controlPart,
];
