import { definePart, type PartContext } from '../core/part.ts';
import { resumptionPart } from '../resume/run-resumption.ts';
import { moversPart } from '../run/movers.ts';
import { runsPart } from '../run/runs-part.ts';
import { HandMotion, type HandMotionParts } from './hand-motion.ts';
import { holdsPart } from './holds.ts';

export type HandOutside = Pick<HandMotionParts, 'programs'>;

/** Single manual moves. */
export const handPart = definePart({
  name: 'hand',
  stopOrder: 30,
  start: ({ core, outside: { programs } }: PartContext<HandOutside>) =>
    new HandMotion({
      core,
      programs,
      mover: moversPart.of(core).hand,
      holds: holdsPart.of(core),
      runs: runsPart.of(core),
      resumption: resumptionPart.of(core),
    }),
  stop: (hand) => hand.abort(),
  messages: {
    moveToJointSpacePoint: (hand, { jointAngles, ...held }, { sessionID: ownerID }) =>
      hand.moveToJoints(jointAngles, { ...held, ownerID }),
    moveToCartesianSpacePose: (hand, { pose, motionKind, tcpOption, ...held }, { sessionID: ownerID }) =>
      hand.moveToPose({ pose }, motionKind, tcpOption, { ...held, ownerID }),
    async moveToBoxingPosition(hand, { palletBoxesID, motionKind, tcpOption, ...payload }, { sessionID: ownerID }) {
      const { palletBaseID, layerIndex, boxIndex, boxTypeID, moveType, ...held } = payload;
      const target = { palletBaseID, layerIndex, boxIndex, boxTypeID, moveType };
      const found = await hand.boxing.find(palletBoxesID, target);
      if (!found.ok) return found;
      return hand.moveToPosition(found.value, motionKind, tcpOption, { ...held, ownerID });
    },
    moveJointRelative: (hand, { joint, offset, ...held }, { sessionID: ownerID }) =>
      hand.moveJoint(joint, offset, { ...held, ownerID }),
    moveToolRelative: (hand, { frame, translation, rotation, ...held }, { sessionID: ownerID }) =>
      hand.moveTool({ frame, translation, rotation }, { ...held, ownerID }),
    returnToPausePosition: (hand, held, { sessionID: ownerID }) => hand.returnToPause({ ...held, ownerID }),
  },
});
