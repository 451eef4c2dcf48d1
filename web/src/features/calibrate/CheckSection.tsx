import type { CalibrationResult } from '@cellwright/domain/equipment';
import { IconRulerMeasure } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { quantityText } from '../../ui/quantity-text.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Calibrate.module.css';
import { DriveButton } from './DriveButton.tsx';
import type { CalibrationCheck } from './use-calibration-check.ts';
import { isEnded } from './view-drive.ts';

/** A check may miss by so many times the expected error, and by so much in any case, mm. */
const limits = { ratio: 4, smallest: 0.3 };

interface Props {
  readonly result: Pick<CalibrationResult, 'expectedErrorMM'>;
  readonly check: CalibrationCheck;
}

/** Drives to further poses, and says whether the pictures there agree with the calibration. */
export function CheckSection({ result, check }: Props) {
  const { t } = useTranslation('calibrate');
  const { driven, missesMM } = check;
  const isDone = driven.every(isEnded);
  const worst = Math.max(...missesMM);
  const allowed = Math.max(limits.smallest, limits.ratio * result.expectedErrorMM);
  const values = { mm: quantityText(worst, 2), allowed: quantityText(allowed, 2), count: missesMM.length };
  return (
    <>
      <p className={styles.help}>{t('checkHelp')}</p>
      <div className={styles.actions}>
        {!isDone && (
          <DriveButton testID="check" drive={check}>
            <IconRulerMeasure size={iconSizes.sm} aria-hidden />
            {t('check')}
          </DriveButton>
        )}
        {missesMM.length > 0 && (
          <span data-testid="check-result">
            <StatusChip
              tone={worst <= allowed ? 'good' : 'danger'}
              word={t(worst <= allowed ? 'checkPassed' : 'checkFailed', values)}
            />
          </span>
        )}
        {isDone && missesMM.length === 0 && <p role="alert">{t('checkImpossible')}</p>}
      </div>
    </>
  );
}
