import { ioPortName, isValidPort } from '@cellwright/domain/robot';
import type { ExpressionSources } from '@cellwright/steps/framework';
import type { SessionCore } from '../core/session-core.ts';
import type { LoadedRoutine } from './loaded-routine.ts';
import { type RunParts, scriptingOf } from './run-factory.ts';

export type ExpressionsOutside = Pick<RunParts, 'scripts' | 'equipment'>;

/** Returns where expressions find values outside a run. A caller's scripts wait only for earlier ones of the same caller. */
export function sessionExpressions(
  core: SessionCore,
  loaded: LoadedRoutine | undefined,
  outside: ExpressionsOutside,
  callerID: string,
): ExpressionSources {
  const scripts = outside.scripts?.forCaller?.(callerID) ?? outside.scripts;
  return {
    getVariable: (id) => loaded?.variables.get(id),
    findVariableID: (name) => loaded?.variables.findID(name),
    ...(loaded ? scriptingOf(outside, loaded) : {}),
    scripts,
    getStepVariable: (stepID, name) => core.store.current().steps[stepID]?.variables[name],
    readSensor: (sensor) => outside.equipment.readSensor({ ...sensor, robotKind: core.robotKind, isTwin: core.isTwin }),
    readPort: (port) => (isValidPort(port) ? core.arm.state?.io[ioPortName(port)] : undefined),
  };
}
