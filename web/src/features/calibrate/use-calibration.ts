import { calibrateCamera, captureCalibrationView, planCalibrationViews } from '@cellwright/calls';
import type {
  CalibrationBoard,
  CalibrationResult,
  CapturedView,
  EquipmentRecord,
  FailedCalibration,
} from '@cellwright/domain/equipment';
import type { WirePose } from '@cellwright/domain/robot';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useUnsavedWork } from '../../api/unsaved/use-unsaved-work.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { showError } from '../../ui/toasts.ts';
import { checkCount, useCalibrationCheck } from './use-calibration-check.ts';
import { useViewDrives } from './use-view-drives.ts';
import type { DrivenView, ViewDrive } from './view-drive.ts';

/** Further views after the first one. */
const viewCount = 14;

export type Outcome = { readonly ok: true; readonly result: CalibrationResult } | FailedCalibration;

export type Calibration = ReturnType<typeof useCalibration>;

/** Views of the board, the calibration by them, and its check; the arm drives while a button is held. */
export function useCalibration({ id, config }: EquipmentRecord, board: CalibrationBoard) {
  const { t } = useTranslation('calibrate');
  const robotKind = useRobotKind();
  const drives = useViewDrives();
  const [first, setFirst] = useState<CapturedView>();
  const [driven, setDriven] = useState<readonly DrivenView[]>([]);
  const [leftOut, setLeftOut] = useState<readonly CapturedView[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState<'start' | 'calibrate'>();
  const [toCheck, setToCheck] = useState<readonly WirePose[]>([]);
  const [stored, setStored] = useState<CalibrationResult>();
  const drive = useRef<ViewDrive>(undefined);
  const capture = () => cell.call(captureCalibrationView, { id, robotKind, board });
  const check = useCalibrationCheck({ id, drives, capture });
  const during = async (what: 'start' | 'calibrate', act: () => Promise<void>) => {
    setBusy(what);
    await act().catch(showError);
    setBusy(undefined);
  };
  const settle = (next: Outcome | undefined) => {
    setOutcome(next);
    check.begin(next?.ok ? next.result : undefined, toCheck);
  };
  const taken = driven.flatMap(({ status, view }) => (status === 'taken' && view ? [view] : []));
  const views = first ? [first, ...taken].filter((view) => !leftOut.includes(view)) : [];
  const reset = () => {
    drive.current?.release();
    drive.current = undefined;
    setFirst(undefined);
    setLeftOut([]);
    setDriven([]);
    settle(undefined);
  };
  const isStored = outcome?.ok === true && outcome.result === stored;
  const isUnsaved = views.length > 0 && !isStored;
  useUnsavedWork(t('unsaved', { name: config.name }), isUnsaved, reset);
  return {
    views,
    driven,
    outcome,
    busy,
    check,
    heldBy: drives.heldBy,
    /** Takes the first picture where the arm stands, and plans the others. */
    start: () =>
      during('start', async () => {
        settle(undefined);
        setLeftOut([]);
        const view = await capture();
        const count = viewCount + checkCount;
        const { flanges } = await cell.call(planCalibrationViews, { id, robotKind, board, view: planned(view), count });
        drive.current = drives.create(flanges.slice(0, viewCount), { capture, onChange: setDriven });
        setToCheck(flanges.slice(viewCount));
        setFirst(view);
        setDriven(drive.current.views);
      }),
    hold: (late: () => void) => drives.hold(drive.current, late),
    release: () => drive.current?.release(),
    calibrate: (calibratesLens: boolean) =>
      during('calibrate', async () => {
        const request = { id, robotKind, board, views: views.map(planned), calibratesLens };
        settle(await cell.call(calibrateCamera, request));
      }),
    /** Calculations use this picture no longer. */
    leaveOut(view: CapturedView) {
      setLeftOut([...leftOut, view]);
      settle(undefined);
    },
    reset,
    /** True while pictures, or what was calculated with them, would be lost. */
    isUnsaved,
    /** Notes that a result was saved. */
    noteStored: setStored,
  };
}

function planned({ flange, corners }: CapturedView) {
  return { flange, corners };
}
