import type {
  CalibrationResult,
  CapturedView,
  EquipmentRecord,
  FailedCalibration,
  ViewReport,
} from '@cellwright/domain/equipment';
import { calibrationLimits } from '@cellwright/domain/equipment';
import { Button, Switch, Table } from '@mantine/core';
import { IconCalculator, IconDeviceFloppy, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor, useMayOperate } from '../../api/cell.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { Section } from '../../ui/Page.tsx';
import { quantityText } from '../../ui/quantity-text.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Calibrate.module.css';
import { CheckSection } from './CheckSection.tsx';
import type { Calibration } from './use-calibration.ts';
import { useStoredCalibration } from './use-stored-calibration.ts';

interface Props {
  readonly device: EquipmentRecord;
  readonly calibration: Calibration;
}

/** Calculates, shows how good it is picture by picture, and saves it. */
export function ResultSection({ device, calibration }: Props) {
  const { t, i18n } = useTranslation('calibrate');
  const [calibratesLens, setCalibratesLens] = useState(false);
  const mayOperate = useMayOperate();
  const mayAuthor = useMayAuthor();
  const { stored, save } = useStoredCalibration(device);
  const { views, outcome, busy } = calibration;
  return (
    <Section title={t('result')}>
      <p className={styles.help} data-testid="stored-calibration">
        {stored
          ? t('stored', {
              time: formatMoment(stored.updatedAt, i18n.language),
              error: quantityText(stored.expectedErrorMM, 2),
              version: stored.version,
            })
          : t('notStored')}
      </p>
      <Switch
        size="md"
        label={t('calibrateLens')}
        checked={calibratesLens}
        onChange={({ currentTarget }) => setCalibratesLens(currentTarget.checked)}
      />
      <div className={styles.actions}>
        <Button
          size="md"
          variant={outcome?.ok ? 'default' : 'filled'}
          leftSection={<IconCalculator size={iconSizes.sm} aria-hidden />}
          loading={busy === 'calibrate'}
          disabled={!mayOperate || views.length < calibrationLimits.minViews}
          onClick={() => void calibration.calibrate(calibratesLens)}
        >
          {t('calculate')}
        </Button>
        {outcome?.ok && (
          <Button
            size="md"
            leftSection={<IconDeviceFloppy size={iconSizes.sm} aria-hidden />}
            loading={save.isPending}
            disabled={!mayAuthor}
            onClick={() => save.mutate(outcome.result, { onSuccess: () => calibration.noteStored(outcome.result) })}
          >
            {t('save')}
          </Button>
        )}
      </div>
      {outcome && !outcome.ok && <Failure failed={outcome} calibration={calibration} />}
      {outcome?.ok && <CheckSection result={outcome.result} check={calibration.check} />}
      {outcome?.ok && <Report result={outcome.result} views={views} />}
    </Section>
  );
}

/** Names the problem, and shows the picture at fault. */
function Failure({ failed, calibration }: { readonly failed: FailedCalibration; readonly calibration: Calibration }) {
  const { t } = useTranslation('calibrate');
  const { problem, view: index } = failed;
  const number = (index ?? 0) + 1;
  const view = index === undefined ? undefined : calibration.views[index];
  return (
    <>
      <p role="alert">{t(`problems.${problem}`, { number })}</p>
      {view && (
        <div className={styles.actions}>
          <img
            className={styles.thumbnail}
            alt={t('pictureOf', { number })}
            src={`data:image/jpeg;base64,${view.thumbnail}`}
          />
          {problem === 'viewDisplaced' && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconPhotoOff size={iconSizes.sm} aria-hidden />}
              onClick={() => calibration.leaveOut(view)}
            >
              {t('leaveOut', { number })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Report({ result, views }: { readonly result: CalibrationResult; readonly views: readonly CapturedView[] }) {
  const { t } = useTranslation('calibrate');
  const { expectedErrorMM, report } = result;
  const { expectedErrorDegrees, distance, armDeviationMM, rms } = report;
  return (
    <>
      <p data-testid="expected-error">
        {t('expectedError', {
          mm: quantityText(expectedErrorMM, 2),
          degrees: quantityText(expectedErrorDegrees, 3),
          distance: quantityText(distance * 1000, 0),
        })}
      </p>
      <p className={styles.help}>
        {t('rms', { pixels: quantityText(rms, 2) })}{' '}
        {armDeviationMM > 0 ? t('inexactArm', { mm: quantityText(armDeviationMM, 2) }) : t('exactArm')}
      </p>
      <Table className={styles.views}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pictureNumber')}</Table.Th>
            <Table.Th>{t('miss')}</Table.Th>
            <Table.Th>{t('leaveOneOut')}</Table.Th>
            <Table.Th>{t('remark')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.views.map((own, index) => (
            <ViewRow key={views[index]?.image.sequence ?? index} number={index + 1} report={own} view={views[index]} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

interface RowProps {
  readonly number: number;
  readonly report: ViewReport;
  readonly view: CapturedView | undefined;
}

function ViewRow({ number, report: { rms, leaveOneOutMM, isOutlier, isTurned, sameAs }, view }: RowProps) {
  const { t } = useTranslation('calibrate');
  return (
    <Table.Tr data-outlier={isOutlier}>
      <Table.Td>
        <img
          className={styles.thumbnail}
          alt={t('pictureOf', { number })}
          src={`data:image/jpeg;base64,${view?.thumbnail}`}
        />
      </Table.Td>
      <Table.Td>{t('pixels', { pixels: quantityText(rms, 2) })}</Table.Td>
      <Table.Td>{t('millimetres', { mm: quantityText(leaveOneOutMM, 2) })}</Table.Td>
      <Table.Td>
        {isOutlier && <StatusChip tone="danger" word={t('outlier')} />}
        {sameAs !== undefined && <StatusChip tone="notice" word={t('sameAs', { number: sameAs + 1 })} />}
        {isTurned && <StatusChip tone="neutral" word={t('turned')} />}
      </Table.Td>
    </Table.Tr>
  );
}
