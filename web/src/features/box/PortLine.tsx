import { type IOLevel, type IOPort, pulseDefaultSeconds, writablePortKindSchema } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { portText, roleText } from '../../i18n/device-parts.ts';
import { Permitted } from '../../parts/Permitted.tsx';
import { decimalText } from '../../ui/decimal-text.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './Box.module.css';
import { type PortUse, restLevelOf, signalsOf } from './port-uses.ts';

interface PortLineProps {
  readonly port: IOPort;
  readonly uses: readonly PortUse[];
  /** True for a simulated robot or twin: its inputs can be forced. */
  readonly canForce: boolean;
}

/** Port: its level as reported by the robot, and the buttons that change it. */
export function PortLine({ port, uses, canForce }: PortLineProps) {
  const { t } = useTranslation();
  const mayOperate = useMayOperate();
  const level = useRobot(({ state }) => state?.io[port.portID]);
  // The inputs of a simulated device can be forced anyway: this is how faults are rehearsed.
  const isOutput = writablePortKindSchema.safeParse(port.kind).success;
  const isDriven = isOutput && uses.some((use) => use.by === 'device' && use.isExclusive);
  const signals = signalsOf(port, uses, (signal) => t(`box.signal.${signal}`));
  return (
    <div className={styles.port} data-testid={`port-${port.portID}`}>
      <strong>{port.shortName === port.name ? '' : port.shortName}</strong>
      <span>
        {portText(port.name)}
        <span className={styles.lamp} data-level={level}>
          {level === undefined ? '–' : signals[level]}
        </span>
      </span>
      {!isDriven && (
        <Permitted isAllowed={mayOperate}>
          <PortActions {...{ port, level, signals, canForce }} restLevel={restLevelOf(port, uses)} />
        </Permitted>
      )}
      {uses.length > 0 && (
        <span className={styles.uses}>
          {uses.map((use) => (
            <StatusChip key={describeUse(t, use)} tone="notice" word={describeUse(t, use)} />
          ))}
        </span>
      )}
    </div>
  );
}

function describeUse(t: TFunction, use: PortUse): string {
  switch (use.by) {
    case 'device':
      return t('box.usedBy', { name: use.name, role: roleText(use) });
    case 'safetyInput':
      return t('box.usedBySafety', { name: t(`box.inputRule.${use.rule}`) });
    case 'safetyOutput':
      return t('box.usedBySafety', { name: t(`box.outputRule.${use.rule}`) });
  }
}

interface PortActionsProps extends Pick<PortLineProps, 'port' | 'canForce'> {
  readonly level: IOLevel | undefined;
  readonly signals: Readonly<Record<IOLevel, string>>;
  /** Level of the port when it is not forced. */
  readonly restLevel: IOLevel;
}

function PortActions({ port, level, signals, restLevel, canForce }: PortActionsProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  const kind = writablePortKindSchema.safeParse(port.kind).data;
  const isOff = isStale || pending !== undefined;
  // Without its surroundings, the label must name the port; the visible text comes first.
  const nameOf = (action: string) => `${action}, ${portText(port.name)}`;
  if (kind) {
    const set = (next: IOLevel, pulseSeconds?: number) =>
      void command('setOutputIO', { outputs: [{ kind, port: port.port, level: next, pulseSeconds }] });
    const other = level === 'high' ? 'low' : 'high';
    return (
      <div className={styles.portActions}>
        <Button
          size="md"
          variant="default"
          aria-label={nameOf(signals[other])}
          disabled={isOff}
          onClick={() => set(other)}
        >
          {signals[other]}
        </Button>
        <Button
          size="md"
          variant="default"
          aria-label={nameOf(t('box.pulse'))}
          disabled={isOff}
          title={t('box.pulseHelp', { seconds: decimalText(pulseDefaultSeconds) })}
          onClick={() => set(other, pulseDefaultSeconds)}
        >
          {t('box.pulse')}
        </Button>
      </div>
    );
  }
  if (!canForce) return null;
  const force = (next: IOLevel | null) => void command('forceInput', { name: port.portID, level: next });
  const other = level === 'high' ? 'low' : 'high';
  return (
    <div className={styles.portActions}>
      <Button
        size="md"
        variant="default"
        aria-label={nameOf(t(`box.force_${other}`))}
        disabled={isOff}
        onClick={() => force(other)}
      >
        {t(`box.force_${other}`)}
      </Button>
      <Button
        size="md"
        variant="subtle"
        color="gray"
        aria-label={nameOf(t('box.release'))}
        disabled={isOff || level === restLevel}
        onClick={() => force(null)}
      >
        {t('box.release')}
      </Button>
    </div>
  );
}
