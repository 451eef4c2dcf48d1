import { Button, Popover } from '@mantine/core';
import { IconClock, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { formatDuration } from '../../../parts/format-duration.ts';
import { decimalText } from '../../../ui/decimal-text.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useEditor } from '../editor-context.ts';

/** Duration of the last cycle beside its target; a tap sets the target. */
export function CycleTime() {
  const { t } = useTranslation();
  const { session, mayEdit } = useEditor();
  const { routine, apply } = session;
  const target = routine.targetCycleTimeSeconds;
  const taken = useRobot(({ state }) => (state?.routine?.id === routine.id ? state.run?.cycleTimeSeconds : undefined));
  const over = target === undefined || taken == null ? undefined : taken - target;
  const isOver = over !== undefined && over > 0;
  const Icon = isOver ? IconClockExclamation : IconClock;
  const seconds = decimalText(Math.abs(over ?? 0).toFixed(1));
  const compared = isOver ? t('editor.cycleOver', { seconds }) : t('editor.cycleUnder', { seconds });
  const meaning = over === undefined ? t('editor.setCycleTarget') : compared;
  const text = `${taken == null ? '–' : formatDuration(taken)}${target === undefined ? '' : ` / ${formatDuration(target)}`}`;
  const setTarget = (seconds: number | undefined) =>
    apply(({ targetCycleTimeSeconds: _former, ...rest }) => {
      return seconds === undefined ? rest : { ...rest, targetCycleTimeSeconds: seconds };
    }, 'targetCycleTimeSeconds');
  return (
    <Popover position="top" withArrow trapFocus>
      <Popover.Target>
        <Button
          size="md"
          variant="subtle"
          className="tabular"
          c={isOver ? 'var(--danger)' : 'var(--text-muted)'}
          leftSection={<Icon size={iconSizes.sm} aria-hidden />}
          title={meaning}
          aria-label={`${t('editor.cycleTime')} ${text}: ${meaning}`}
          data-testid="cycle-time"
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NumberInput
          size="lg"
          label={t('editor.cycleTarget')}
          value={target ?? ''}
          min={0.1}
          max={86_400}
          decimalScale={1}
          step={0.5}
          readOnly={!mayEdit}
          onChange={(value) => setTarget(typeof value === 'number' && value > 0 ? value : undefined)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
