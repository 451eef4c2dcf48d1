import { ioLevelsSchema, jerkLimitSchema, jointAnglesSchema, speedProfileSchema } from '@cellwright/domain/robot';
import {
  contactSurfaceSchema,
  obstacleSchema,
  type PlanningScene,
  planningSceneSchema,
} from '@cellwright/domain/space';
import * as z from 'zod';
import { overrideOf } from '../core/override.ts';
import type { RobotSession } from './session.ts';

/** State of the robot at the start of a dry run, as a run would find it. */
export const robotFactsSchema = z.object({
  /** Null without a state of the controller: the start position of a simulated arm. */
  joints: jointAnglesSchema.nullable(),
  payloadMassKg: z.number(),
  /** 0–1. */
  speedRestriction: z.number(),
  /** Levels of every port by full name; empty without a state of the controller. */
  io: ioLevelsSchema,
  /** The device on the flange, and its active end. */
  tool: z.object({ equipmentID: z.string().nullable(), activeEnd: z.number() }),
  speed: z.object({ profile: speedProfileSchema, jerkLimit: jerkLimitSchema.nullable() }),
  contactSurfaces: z.array(contactSurfaceSchema).readonly(),
  scene: planningSceneSchema,
  /** Environment objects that are no obstacles now, because the doors before them are open. */
  freeObstacles: z.array(obstacleSchema).readonly().optional(),
});
export type RobotFacts = z.infer<typeof robotFactsSchema>;

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
