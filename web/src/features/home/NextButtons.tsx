import { findResumePlace } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerSkipBackFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { ActButton } from '../../connected/run-strip/ActButton.tsx';
import { InStrip } from '../../connected/run-strip/InStrip.tsx';
import { useStrip } from '../../connected/run-strip/strip-places.ts';
import { type BrokenDevice, isHeldUp, type NextAction } from '../../parts/next-action.ts';
import { FramePart } from '../../ui/FramePart.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { startsMotion } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';

// Buttons that the operator needs first load first; the space of these is reserved.
const Ways = lazyScreen(() => import('./Ways.tsx'));

const icon = { size: iconSizes.md, 'aria-hidden': true } as const;

interface Props {
  readonly action: NextAction;
  /** Device that prevents playing the routine. */
  readonly broken?: BrokenDevice | undefined;
}

/** Buttons of Home in the strip; the button of the next action is filled. */
export function NextButtons({ action, broken }: Props) {
  useStrip();
  const isRunning = action === 'watchRun' || action === 'resume' || action === 'answer';
  if (isRunning) return null;
  return (
    <>
      <InStrip place="act">
        <ActButton action={action} />
      </InStrip>
      <FramePart>
        <Ways action={action} />
      </FramePart>
      <Starts action={action} broken={broken} />
    </>
  );
}

/** Start the loaded routine; a run that can be continued has its own button in the place of Play. */
function Starts({ action, broken }: Props) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const mayOperate = useMayOperate();
  const { hasPlace, isStale } = useRobot(({ state, isStale }) => ({
    hasPlace: findResumePlace(state?.resumePlaces, state?.routine?.id) !== undefined,
    isStale,
  }));
  const isOff = isStale || !mayOperate || isHeldUp(action, broken);
  if (hasPlace) {
    return (
      <InStrip place="over">
        <Button
          {...startsMotion('startOver')}
          size="xl"
          variant="default"
          leftSection={<IconPlayerSkipBackFilled {...icon} />}
          loading={pending === 'playRoutine'}
          disabled={isOff || action !== 'continueRun'}
          // The card of the run asks about external effects that may have happened.
          onClick={() => void command('playRoutine', { isConfirmed: true })}
        >
          {t('home.startOver')}
        </Button>
      </InStrip>
    );
  }
  if (action !== 'play') return null;
  return (
    <InStrip place="start">
      <Button
        {...startsMotion('play')}
        size="xl"
        leftSection={<IconPlayerPlayFilled {...icon} />}
        loading={pending === 'playRoutine'}
        disabled={isOff}
        onClick={() => void command('playRoutine', {})}
      >
        {t('home.play')}
      </Button>
    </InStrip>
  );
}
