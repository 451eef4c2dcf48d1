import '../../i18n/control-panel.ts';
import '../../i18n/simulator-bot.ts';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { Permitted } from '../../parts/Permitted.tsx';
import styles from './ControlPanel.module.css';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';
import { FaultsPart } from './simulator-bot/FaultsPart.tsx';
import { JointsPart } from './simulator-bot/JointsPart.tsx';
import { LoadPart } from './simulator-bot/LoadPart.tsx';
import { SafetyInputsPart } from './simulator-bot/SafetyInputsPart.tsx';
import { StatePart } from './simulator-bot/StatePart.tsx';

/** `/control-panel/simulator-bot`: state, faults and load of the simulated robot or twin, behind the PIN. */
export default function SimulatorBotScreen() {
  const { t } = useTranslation('simulatorBot');
  return (
    <Gate>
      <PanelPage title={t('title')}>
        <SimulatorBot />
      </PanelPage>
    </Gate>
  );
}

export function SimulatorBot() {
  const { t } = useTranslation('simulatorBot');
  const mayOperate = useMayOperate();
  const robotKind = useRobotKind();
  const isTwin = useRobot(({ state }) => state?.isTwin);
  if (isTwin === undefined) return <p className={styles.muted}>{t('unknown')}</p>;
  if (robotKind === 'live' && !isTwin) return <p className={styles.muted}>{t('real')}</p>;
  return (
    <>
      <p className={styles.muted}>{t(isTwin ? 'helpTwin' : 'help')}</p>
      <StatePart />
      <JointsPart />
      <Permitted isAllowed={mayOperate}>
        <SafetyInputsPart />
        <FaultsPart />
        <LoadPart />
      </Permitted>
    </>
  );
}
