import { ioPortName, isValidPort } from '@cellwright/domain';
import type { ExpressionSources } from '@cellwright/steps/framework';
import type { SessionCore } from '../core/session-core.ts';
import type { LoadedRoutine } from './loaded-routine.ts';
import { type RunParts, scriptingOf } from './run-factory.ts';

/** Where expressions find values outside a run. */
export function sessionExpressions(
  core: SessionCore,
  loaded: LoadedRoutine | undefined,
  parts: Pick<RunParts, 'scripts' | 'equipment'>,
): ExpressionSources {
  return {
    getVariable: (id) => loaded?.variables.get(id),
    findVariableID: (name) => loaded?.variables.findID(name),
    ...(loaded ? scriptingOf(parts, loaded) : { scripts: parts.scripts }),
    getStepVariable: (stepID, name) => core.store.current().steps[stepID]?.variables[name],
    readSensor: (sensor) => parts.equipment.readSensor({ ...sensor, robotKind: core.robotKind, isTwin: core.isTwin }),
    readPort: (port) => (isValidPort(port) ? core.arm.state?.io[ioPortName(port)] : undefined),
  };
}
