import { checkCameraCalibration } from '@cellwright/calls';
import type { CalibrationResult, CapturedView } from '@cellwright/domain/equipment';
import type { WirePose } from '@cellwright/domain/robot';
import { useRef, useState } from 'react';
import { cell } from '../../api/cell.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import type { ViewDrives } from './use-view-drives.ts';
import type { DrivenView, ViewDrive } from './view-drive.ts';

/** Views that check a calibration, and do not enter it. */
export const checkCount = 4;

interface Parts {
  /** Id of the camera. */
  readonly id: string;
  readonly drives: ViewDrives;
  capture(): Promise<CapturedView>;
}

export type CalibrationCheck = ReturnType<typeof useCalibrationCheck>;

/** Drives to poses that a calibration was not calculated with, and compares the pictures there with it. */
export function useCalibrationCheck({ id, drives, capture }: Parts) {
  const robotKind = useRobotKind();
  const [driven, setDriven] = useState<readonly DrivenView[]>([]);
  const [missesMM, setMisses] = useState<readonly number[]>([]);
  const drive = useRef<ViewDrive>(undefined);
  const compare = async (result: CalibrationResult) => {
    const view = await capture();
    const { flange, corners } = view;
    const { missMM } = await cell.call(checkCameraCalibration, { id, robotKind, result, view: { flange, corners } });
    setMisses((before) => [...before, missMM]);
    return view;
  };
  return {
    driven,
    /** Misses of the pictures taken until now, mm. */
    missesMM,
    /** Begins a check of a new result; undefined for none. */
    begin(result: CalibrationResult | undefined, flanges: readonly WirePose[]) {
      drive.current?.release();
      drive.current = result && drives.create(flanges, { capture: () => compare(result), onChange: setDriven });
      setDriven(drive.current?.views ?? []);
      setMisses([]);
    },
    hold: (late: () => void) => drives.hold(drive.current, late),
    release: () => drive.current?.release(),
  };
}
