import type { Position } from '@cellwright/domain/robot';
import type { TeachTarget } from '@cellwright/domain/space';
import { type RefObject, useRef, useState } from 'react';
import { useGhost } from '../../connected/place/use-ghost.ts';
import { usePostureCheck } from '../../connected/place/use-posture-check.ts';

/** Taught point of an item. */
export interface ItemPoint {
  readonly itemID: string;
  readonly target: TeachTarget;
  readonly name: string;
}

/** Changes a point of the edited item; returns false if the item cannot have it there. */
export type PlacePoint = (target: TeachTarget, position: Position) => boolean;

export interface MovedPoint {
  /** Undefined while no point is moved. */
  readonly name: string | undefined;
  readonly move: ReturnType<typeof useGhost>;
  readonly check: ReturnType<typeof usePostureCheck>;
  /** Set by the editor of the item. */
  readonly placer: RefObject<PlacePoint | undefined>;
  begin(point: ItemPoint, position: Position): void;
  save(position: Position): void;
}

/** State of moving a taught point of the chosen item in the picture. Choosing another item ends the move. */
export function useMovedPoint(chosenID: string | undefined): MovedPoint {
  const [point, setPoint] = useState<ItemPoint>();
  const placer = useRef<PlacePoint>(undefined);
  const isChosen = point !== undefined && point.itemID === chosenID;
  const move = useGhost(isChosen ? keyOf(point) : undefined);
  const check = usePostureCheck(move.ghost?.joints);
  return {
    name: isChosen ? point.name : undefined,
    move,
    check,
    placer,
    begin(next, position) {
      setPoint(next);
      move.begin(keyOf(next), position);
    },
    save(position) {
      if (point && placer.current?.(point.target, position)) move.end();
    },
  };
}

const keyOf = ({ itemID, target }: ItemPoint) => `${itemID} ${JSON.stringify(target)}`;
