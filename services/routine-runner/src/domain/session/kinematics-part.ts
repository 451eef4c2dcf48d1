import { messages } from '@cellwright/domain/messages';
import { type JointAngles, tcpOf, type WirePose } from '@cellwright/domain/robot';
import { type Answer, accept, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { Planner } from '../planner.ts';

export interface KinematicsOutside {
  readonly planner: Planner;
}

const rest: JointAngles = [0, 0, 0, 0, 0, 0];

/** Returns the tool pose for joint angles, and the joint angles for a pose. */
class Kinematics {
  private readonly core: SessionCore;
  private readonly planner: Planner;

  constructor(core: SessionCore, planner: Planner) {
    this.core = core;
    this.planner = planner;
  }

  toolPose(jointAngles: JointAngles): WirePose {
    return this.core.toolPoseOf(jointAngles, this.core.tools.tcp);
  }

  /** Joint angles that put a TCP at a pose, those nearest to the seed, or to the arm, first. */
  solve(pose: WirePose, tcp: WirePose, seed: JointAngles | undefined): Promise<readonly JointAngles[]> {
    const from = seed ?? this.core.arm.joints ?? rest;
    return this.planner.inverseKinematics(this.core.robotKind, pose, tcp, from);
  }

  findTCP(tcpOption: string): Answer<WirePose> {
    const tcp = tcpOf(this.core.tools.current, tcpOption);
    return tcp ? accept(tcp) : refuse('request_failed_validation', messages.tcpNotAvailable(tcpOption));
  }

  get currentTCP(): WirePose {
    return this.core.tools.tcp;
  }

  clearPlans(): Promise<void> {
    return this.planner.clearPlanCache();
  }
}

export const kinematicsPart = definePart({
  name: 'kinematics',
  start: ({ core, outside: { planner } }: PartContext<KinematicsOutside>) => new Kinematics(core, planner),
  messages: {
    forwardKinematics: (kinematics, { jointAngles }) => accept({ pose: kinematics.toolPose(jointAngles) }),
    async inverseKinematics(kinematics, { pose, seed }) {
      const [best] = await kinematics.solve(pose, kinematics.currentTCP, seed);
      if (best) return accept({ jointAngles: best });
      return refuse('request_failed_validation', 'Inverse kinematics failed');
    },
    async getJointAnglesForCartesianSpacePose(kinematics, { pose, tcpOption, seed }) {
      const tcp = kinematics.findTCP(tcpOption);
      if (!tcp.ok) return tcp;
      const solutions = await kinematics.solve(pose, tcp.value, seed);
      const [best] = solutions;
      if (best) return accept({ jointAngles: best, solutions: [...solutions] });
      return refuse('request_failed_validation', 'The pose is out of reach of the TCP');
    },
    async clearMotionPlanCache(kinematics) {
      await kinematics.clearPlans();
      return accept({});
    },
  },
});
