import type { CalibrationBoard, EquipmentRecord } from '@cellwright/domain/equipment';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import { composePoses, identityPose } from '@cellwright/geometry';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { programObstacles } from '../../api/planning-scene.ts';
import { robotArm } from '../../api/robot-arm.ts';
import { useArmBase, useRobotKind, useRunner } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './Calibrate.module.css';
import { drawBoard } from './draw-board.ts';
import { boardName, placeBoard } from './place-board.ts';

interface Props {
  readonly device: EquipmentRecord;
  readonly board: CalibrationBoard;
  /** True if pictures of this board have been taken. */
  readonly isFixed: boolean;
  onChange(board: CalibrationBoard): void;
}

const counts = Array.from({ length: 14 }, (_, index) => String(index + 2));
/** mm */
const squares = { min: 1, max: 1000 };

/** Size of the board, its print, and a board for the simulated cell. */
export function BoardSection({ device, board, isFixed, onChange }: Props) {
  const { t } = useTranslation('calibrate');
  const robotKind = useRobotKind();
  const [typed, setTyped] = useState<string>();
  const count = (name: 'columns' | 'rows') => (
    <NativeSelect
      size="md"
      label={t(name)}
      data={counts}
      value={String(board[name])}
      disabled={isFixed}
      onChange={({ currentTarget }) => onChange({ ...board, [name]: Number(currentTarget.value) })}
    />
  );
  const isWrong = typed !== undefined && readSize(typed) === undefined;
  const type = (text: string) => {
    setTyped(text);
    const size = readSize(text);
    if (size !== undefined) onChange({ ...board, squareSize: size / 1000 });
  };
  return (
    <Section title={t('board')}>
      <p className={styles.help}>{t('boardHelp')}</p>
      <div className={styles.fields}>
        {count('columns')}
        {count('rows')}
        <TextInput
          size="md"
          inputMode="decimal"
          label={t('squareSize')}
          disabled={isFixed}
          error={isWrong && t('sizeRange', squares)}
          value={typed ?? String(Math.round(board.squareSize * 1e5) / 100)}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </div>
      {(board.columns + board.rows) % 2 === 0 && <p className={styles.help}>{t('ambiguous')}</p>}
      <div className={styles.actions}>
        <Button
          component="a"
          size="md"
          variant="default"
          leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
          href={`data:application/pdf,${encodeURIComponent(drawBoard(board))}`}
          download={`board-${board.columns}x${board.rows}.pdf`}
        >
          {t('print')}
        </Button>
        {robotKind === 'simulated' && <PlaceBoard device={device} board={board} />}
      </div>
    </Section>
  );
}

/** mm; undefined for text that is no size. */
function readSize(text: string): number | undefined {
  const size = Number(text.trim().replace(',', '.'));
  return size >= squares.min && size <= squares.max ? size : undefined;
}

/** Distance of a simulated board from the camera, m. */
const distance = 0.4;

/** Puts a board before the camera, in the simulated cell; one that is there is replaced. */
function PlaceBoard({ device, board }: Pick<Props, 'device' | 'board'>) {
  const { t } = useTranslation('calibrate');
  const runner = useRunner();
  const base = useArmBase() ?? identityPose;
  const mayOperate = useMayOperate();
  const [isBusy, setBusy] = useState(false);
  const { camera } = describeCapabilities(device.config);
  if (!camera) return null;
  const place = async () => {
    const joints = runner.frame?.q;
    if (!joints) return;
    setBusy(true);
    const flange = composePoses(base, robotArm.tools.kinematics.computeTipPose(joints));
    const eye = camera.isOnWrist ? composePoses(flange, camera.mount) : camera.mount;
    // There may be none yet.
    await programObstacles.remove('simulated', boardName).catch(() => undefined);
    await programObstacles.add('simulated', placeBoard(board, eye, distance)).catch(showError);
    setBusy(false);
  };
  return (
    <Button
      size="md"
      variant="default"
      leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
      loading={isBusy}
      disabled={!mayOperate}
      onClick={() => void place()}
    >
      {t('placeBoard')}
    </Button>
  );
}
