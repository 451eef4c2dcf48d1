import { IconHandStop, IconUser, IconUserOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../api/use-command.ts';
import { useRobot, useRunner } from '../api/use-robot.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import { showNote } from '../ui/toasts.ts';
import { FramePart } from './FramePart.tsx';
import { lazyScreen } from './lazy-screen.ts';
import styles from './StatusBar.module.css';

const TakeOverDialog = lazyScreen(() => import('./TakeOverDialog.tsx'));

/** Control ends 2 s after its holder's last sign of life. */
const heartbeatMS = 700;

/** Who holds the arm; taking it, taking it over and giving it back. */
export function ControlSegment() {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const [isAsking, setAsking] = useState(false);
  const { holder, isMine, isKnown } = useRobot(({ state, admission }) => ({
    holder: state?.lease?.holderName,
    isMine: state?.lease != null && state.lease.holderID === admission?.sessionID,
    isKnown: state !== undefined,
  }));
  const keep = useKeptControl(isMine, holder);
  if (!isKnown) return null;
  const take = () => {
    keep(true);
    void command('acquireControl', {});
  };
  const takeOver = () => {
    keep(true);
    void command('takeOverControl', {}).then(() => setAsking(false));
  };
  const giveBack = () => {
    keep(false);
    void command('releaseControl', {});
  };
  const onClick = () => {
    if (isMine) giveBack();
    else if (holder === undefined) take();
    else setAsking(true);
  };
  const Icon = isMine ? IconHandStop : holder === undefined ? IconUserOff : IconUser;
  const label = isMine
    ? t('control.you')
    : holder === undefined
      ? t('control.nobody')
      : t('control.other', { name: holder });
  const action = isMine ? t('control.release') : holder === undefined ? t('control.take') : t('control.takeOver');
  return (
    <>
      <button type="button" className={styles.segment} onClick={onClick} title={action} data-testid="control">
        <Icon size={iconSizes.sm} aria-hidden />
        <span className={styles.fact}>{label}</span>
      </button>
      {isAsking && holder !== undefined && (
        <FramePart>
          <TakeOverDialog
            holder={holder}
            isWaiting={pending === 'takeOverControl'}
            onTakeOver={takeOver}
            onClose={() => setAsking(false)}
          />
        </FramePart>
      )}
    </>
  );
}

/** Keeps control that was taken on purpose, and says so when somebody else took it. */
function useKeptControl(isMine: boolean, holder: string | undefined): (isKept: boolean) => void {
  const { t } = useTranslation();
  const runner = useRunner();
  const [isKept, setKept] = useState(false);
  const wasMine = useRef(false);
  useEffect(() => {
    if (wasMine.current && !isMine && holder !== undefined) {
      setKept(false);
      showNote(t('control.lost', { name: holder }));
    }
    wasMine.current = isMine;
  }, [isMine, holder, t]);
  useEffect(() => {
    if (!isKept || !isMine) return;
    const timer = setInterval(() => void runner.send('controlHeartbeat', {}).catch(() => undefined), heartbeatMS);
    return () => clearInterval(timer);
  }, [isKept, isMine, runner]);
  return setKept;
}
