import type { PlanCause } from '@cellwright/domain/motion';

/** Reasons why the planner refused a move; `planCause` of packages/domain names the values. */
export const planCause = {
  key: {
    outOfReach: 'The target is out of reach of the arm.',
    beyondLimits: 'Every posture that reaches the target is beyond a joint limit.',
    jointOutsideRange: 'Joint {{joint}} would be at {{at}} rad, outside its range of {{from}} to {{to}} rad.',
    armOutsideRange: 'The arm is outside its range.',
    touchesBody: 'Collision between {{body}} and {{other}}.',
    touchesObstacle: 'Collision between {{body}} and ‘{{obstacle}}’.',
    touchesSomething: 'The arm would collide with something.',
    everyPostureTouches: 'Every other posture would also collide.',
    noWayInTime: 'No detour was found in time. On the direct path:',
    noWay: 'There is no path to the target.',
    wayTooTight: 'The detour is too tight for a continuous motion. Add a waypoint.',
    moveTooLong: 'The move would take longer than an hour. Raise its speed or its limits.',
    pathLeavesReach: 'The path leaves the reach of the arm after {{percent}} % of the way.',
    pathLeavesLimits: 'Joint {{joint}} would leave its limits after {{percent}} % of the way.',
    pathNearSingularity: 'Joint {{joint}} would turn too fast near a singularity, after {{percent}} % of the way.',
    weaveTooFast:
      'The weave would need {{wanted}} Hz; the arm can weave at {{able}} Hz here. Reduce the travel speed or the amplitude, or increase the period.',
    otherEnd:
      'The path ends with joint {{joint}} at {{found}} rad instead of {{wanted}} rad. Use a joint move, or a pose as target.',
    toolLeans: 'The tool would tilt by {{lean}}° at the target. The limit is {{allowed}}°.',
    toolTilts: 'The tool would tilt.',
    turnFirst: 'First move joint {{joint}} to {{angle}} rad. From there it is possible.',
    moveFirst: 'First move the joints to {{joints}} rad. From there it is possible.',
  } satisfies Record<PlanCause['key'], string>,
  body: {
    base: 'base',
    shoulder: 'shoulder',
    upper_arm: 'upper arm',
    forearm: 'forearm',
    wrist_1: 'wrist 1',
    wrist_2: 'wrist 2',
    wrist_3: 'wrist 3',
    tool: 'tool',
    floor: 'floor',
    stand: 'stand',
  },
};
