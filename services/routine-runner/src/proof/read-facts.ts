import type { PlanningScene } from '@cellwright/domain/space';
import { overrideOf } from '../domain/core/override.ts';
import type { RobotSession } from '../domain/session/session.ts';
import type { RobotFacts } from './proof-cell.ts';

/** Returns the current state of a robot, for the start of a dry run. */
export function readFacts({ core, armSettings, interiors }: RobotSession, scene: PlanningScene): RobotFacts {
  const { arm, speed, store, tools } = core;
  const surfaces = armSettings.contactSurfaces;
  return {
    joints: arm.joints ?? null,
    payloadMassKg: store.state.payload.mass,
    speedRestriction: overrideOf(store.state),
    io: arm.state?.io ?? {},
    tool: { equipmentID: tools.current.equipmentID, activeEnd: tools.current.activeEnd ?? 1 },
    speed: { profile: speed.profile, jerkLimit: speed.active.jerkLimit },
    contactSurfaces: surfaces.ok ? surfaces.value.surfaces : [],
    scene,
    freeObstacles: interiors.freeObstacles,
  };
}
