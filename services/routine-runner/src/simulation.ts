/** The robot session and what it plays routines with, for dry runs in the caller's own process and on its clock. */

export { createCodeProcesses } from './code-blocks/code-processes.ts';
export { accept, refuse } from './domain/answer.ts';
export { bareFlange, CurrentTool } from './domain/arm/current-tool.ts';
export { initialSpeedProfile } from './domain/arm/speed-governor.ts';
export type { CellEquipment, LoadedProgram, SessionLog } from './domain/cell.ts';
export { PortClaims } from './domain/core/port-claims.ts';
export { createJogResolver } from './domain/hand/jog/jog-resolver.ts';
export type { PlanFailure, PlannedSegment, Planner, PlanRequest, PlanResult, ToolModel } from './domain/planner.ts';
export { type Place, PlaceFilter } from './domain/replay/places.ts';
export type { CodeRunner } from './domain/run/code-blocks.ts';
export { type RobotFacts, robotFactsSchema } from './domain/session/robot-facts.ts';
export { RobotSession } from './domain/session/session.ts';
export { createFeatures } from './features.ts';
export { chooseForceSensor, findBase, interiorsOf, portClaimsOf } from './rpc/cell-devices.ts';
export { listEnabled, listTools, toolOf } from './rpc/cell-tools.ts';
export { collectProgram, loadTimeoutMS } from './rpc/collect-program.ts';
export { createPlanner, type MotionClient } from './rpc/motion-planner.ts';
export { sensorIn } from './rpc/sensor-readings.ts';
export { createScripts } from './scripts/script-runner.ts';
