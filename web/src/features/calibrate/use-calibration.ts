import { restPoseFromTool0 } from '@cellwright/arm';
import { calibrateCamera, captureCalibrationView, checkPosture, planCalibrationViews } from '@cellwright/calls';
import type {
  CalibrationBoard,
  CalibrationResult,
  CapturedView,
  EquipmentRecord,
  FailedCalibration,
} from '@cellwright/domain/equipment';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import type { HeldMotionEvents } from '../../api/hand-motion/held-motion.ts';
import { useHeldMotion } from '../../api/hand-motion/use-held-motion.ts';
import { jointsAt } from '../../api/target-joints.ts';
import { useRobotKind, useRunner } from '../../api/use-robot.ts';
import { showError } from '../../ui/toasts.ts';
import { type DrivenView, ViewDrive } from './view-drive.ts';

/** Further views after the first one. */
const viewCount = 14;
/** Speed of the tool between views, m/s. */
const speed = 0.15;

export type Outcome = { readonly ok: true; readonly result: CalibrationResult } | FailedCalibration;

export type Calibration = ReturnType<typeof useCalibration>;

/** Views of the board and the calibration by them; the arm drives while a button is held. */
export function useCalibration({ id }: EquipmentRecord, board: CalibrationBoard) {
  const { t } = useTranslation('calibrate');
  const robotKind = useRobotKind();
  const runner = useRunner();
  const [first, setFirst] = useState<CapturedView>();
  const [driven, setDriven] = useState<readonly DrivenView[]>([]);
  const [leftOut, setLeftOut] = useState<readonly CapturedView[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState<'start' | 'calibrate'>();
  const [heldBy, setHeldBy] = useState<string>();
  const drive = useRef<ViewDrive>(undefined);
  const onLate = useRef<() => void>(() => undefined);
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: setHeldBy,
      onEnd: (result, reason) => drive.current?.end(reason ?? result),
      onError(error) {
        drive.current?.end('Interrupted');
        showError(error);
      },
    }),
    [],
  );
  const motion = useHeldMotion(events);
  const capture = () => cell.call(captureCalibrationView, { id, robotKind, board });
  const during = async (what: 'start' | 'calibrate', act: () => Promise<void>) => {
    setBusy(what);
    await act().catch(showError);
    setBusy(undefined);
  };
  const createDrive = (flanges: ConstructorParameters<typeof ViewDrive>[0]) =>
    new ViewDrive(flanges, {
      findJoints: (flange) => jointsAt({ pose: restPoseFromTool0(flange) }, undefined, runner.frame?.q ?? []),
      async findCollision(joints) {
        const { collisions } = await cell.call(checkPosture, { robotKind, joints });
        return collisions[0];
      },
      startMove: (jointAngles) =>
        motion.startMove(
          { kind: 'moveToJointSpacePoint', payload: { jointAngles, maxTooltipSpeed: speed } },
          onLate.current,
        ),
      endMove: () => motion.end(),
      capture,
      onChange: setDriven,
      words: { outOfReach: t('outOfReach') },
    });
  const taken = driven.flatMap(({ status, view }) => (status === 'taken' && view ? [view] : []));
  const views = first ? [first, ...taken].filter((view) => !leftOut.includes(view)) : [];
  return {
    views,
    driven,
    outcome,
    busy,
    heldBy,
    /** Takes the first picture where the arm stands, and plans the others. */
    start: () =>
      during('start', async () => {
        setOutcome(undefined);
        setLeftOut([]);
        const view = await capture();
        const { flanges } = await cell.call(planCalibrationViews, {
          id,
          robotKind,
          board,
          view: planned(view),
          count: viewCount,
        });
        drive.current = createDrive(flanges);
        setFirst(view);
        setDriven(drive.current.views);
      }),
    hold(late: () => void) {
      onLate.current = late;
      drive.current?.hold();
    },
    release: () => drive.current?.release(),
    calibrate: (calibratesLens: boolean) =>
      during('calibrate', async () => {
        const request = { id, robotKind, board, views: views.map(planned), calibratesLens };
        setOutcome(await cell.call(calibrateCamera, request));
      }),
    /** Calculations use this picture no longer. */
    leaveOut(view: CapturedView) {
      setLeftOut([...leftOut, view]);
      setOutcome(undefined);
    },
    reset() {
      drive.current?.release();
      drive.current = undefined;
      setFirst(undefined);
      setLeftOut([]);
      setDriven([]);
      setOutcome(undefined);
    },
  };
}

function planned({ flange, corners }: CapturedView) {
  return { flange, corners };
}
