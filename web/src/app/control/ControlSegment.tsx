import '../../i18n/control.ts';
import { IconHandStop, IconRobot, IconUser, IconUserOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findHolder, findOtherHolder, onRefusedControl, type ShownHolder } from '../../api/control.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot, useRunner } from '../../api/use-robot.ts';
import { cellErrors } from '../../i18n/cell-errors.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import bar from '../StatusBar.module.css';
import styles from './Control.module.css';
import { ControlDialog } from './ControlDialog.tsx';

/** The lease expires 2 s after the last heartbeat of its holder. */
const heartbeatMS = 700;

/** Client that controls the robot, in large text; with buttons to acquire, take over and release control. */
export default function ControlSegment() {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const holder = useRobot(findHolder);
  const { isKnown, isRunActive } = useRobot(({ state }) => ({
    isKnown: state !== undefined,
    isRunActive: state?.run?.status === 'running' || state?.run?.status === 'paused',
  }));
  const [asks, setAsks] = useAsked(holder);
  const isMine = holder?.isMine ?? false;
  const keep = useKeptControl(isMine);
  if (!isKnown) return null;
  const close = () => setAsks(undefined);
  // During a run, the robot keeps control with the holder until the run ends.
  const keepOutsideRun = () => keep(!isRunActive);
  const takeOver = () => {
    keepOutsideRun();
    void command('takeOverControl', {}).then(close);
  };
  const giveBack = () => {
    keep(false);
    close();
    void command('releaseControl', {});
  };
  const onClick = () => {
    if (holder && !isMine) setAsks('takeOver');
    else if (!isMine) {
      keepOutsideRun();
      void command('acquireControl', {});
    } else if (isRunActive) setAsks('release');
    else giveBack();
  };
  const action = isMine ? t('control.release') : holder ? t('control.takeOver') : t('control.take');
  return (
    <>
      <button type="button" className={bar.segment} onClick={onClick} title={action} data-testid="control">
        <HolderIcon holder={holder} />
        <span className={`${styles.holder} ${bar.fact}`} data-lost={holder?.isLost ?? false}>
          <HolderWords holder={holder} />
        </span>
      </button>
      {asks === 'release' && (
        <ControlDialog
          title={t('control.releaseTitle')}
          text={t('control.releaseText')}
          action={t('control.release')}
          onConfirm={giveBack}
          onClose={close}
        />
      )}
      {asks === 'takeOver' && holder && (
        <ControlDialog
          title={t('control.takeOverTitle', { name: holder.name })}
          text={t('control.takeOverText', { name: holder.name })}
          action={t('control.present')}
          isWaiting={pending === 'takeOverControl'}
          onConfirm={takeOver}
          onClose={close}
        />
      )}
    </>
  );
}

interface HolderProps {
  readonly holder: ShownHolder | undefined;
}

function HolderIcon({ holder }: HolderProps) {
  const Icon = !holder ? IconUserOff : holder.isMine ? IconHandStop : holder.isProgram ? IconRobot : IconUser;
  return <Icon size={iconSizes.md} aria-hidden />;
}

function HolderWords({ holder }: HolderProps) {
  const { t } = useTranslation();
  if (!holder) return t('control.nobody');
  if (holder.isMine) return t('control.you');
  const words = t(holder.isProgram ? 'control.program' : 'control.other', { name: holder.name });
  return holder.isLost ? t('control.gone', { holder: words }) : words;
}

type Question = 'takeOver' | 'release' | undefined;

/** Open question about control. A command that is refused because of another holder asks to take over. */
function useAsked(holder: ShownHolder | undefined): [Question, (asks: Question) => void] {
  const runner = useRunner();
  const [asks, setAsks] = useState<Question>();
  useEffect(
    () =>
      onRefusedControl((error) => {
        if (findOtherHolder(runner.status) === undefined) showError(cellErrors.translate(error));
        else setAsks('takeOver');
      }),
    [runner],
  );
  // The state changed meanwhile: the question must not reappear with the next holder.
  const isOver = asks === 'takeOver' ? !holder || holder.isMine : asks === 'release' && !holder?.isMine;
  if (isOver) setAsks(undefined);
  return [isOver ? undefined : asks, setAsks];
}

/** Sends a heartbeat. A lost one shows no error: the bar shows the connection. */
function sendHeartbeat(runner: ReturnType<typeof useRunner>): void {
  runner.send('controlHeartbeat', {}).catch(() => undefined);
}

/** Keeps control that was acquired explicitly, and reports the page to the robot again after a reconnect. */
function useKeptControl(isMine: boolean): (isKept: boolean) => void {
  const runner = useRunner();
  const connection = useRobot(({ admission }) => admission?.sessionID);
  const [isKept, setKept] = useState(false);
  const wasMine = useRef(false);
  useEffect(() => {
    if (wasMine.current && !isMine) setKept(false);
    wasMine.current = isMine;
  }, [isMine]);
  useEffect(() => {
    if (isMine && connection !== undefined) sendHeartbeat(runner);
  }, [isMine, connection, runner]);
  useEffect(() => {
    if (!isKept || !isMine) return;
    const timer = setInterval(() => sendHeartbeat(runner), heartbeatMS);
    return () => clearInterval(timer);
  }, [isKept, isMine, runner]);
  return setKept;
}
