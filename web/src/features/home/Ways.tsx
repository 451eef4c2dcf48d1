import { Button } from '@mantine/core';
import { IconArrowsMove, IconListCheck, IconRoute } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import '../../i18n/recovery.ts';
import { useRobot } from '../../api/use-robot.ts';
import { InStrip } from '../../connected/run-strip/InStrip.tsx';
import type { NextAction } from '../../parts/next-action.ts';
import { iconSizes } from '../../ui/theme/theme.ts';

const icon = { size: iconSizes.md, 'aria-hidden': true } as const;

/** Buttons of Home that link to other screens. */
export default function Ways({ action }: { readonly action: NextAction }) {
  const { t } = useTranslation();
  const { t: say } = useTranslation('recovery');
  const navigate = useNavigate();
  const hasRoutine = useRobot(({ state }) => (state?.routine ?? null) !== null);
  const isByHand = action === 'guide' || action === 'moveAway';
  return (
    <>
      <InStrip place="one">
        {!hasRoutine && (action === 'chooseRoutine' || action === 'releaseBrakes') && (
          <Button
            size="xl"
            variant={action === 'chooseRoutine' ? 'filled' : 'default'}
            leftSection={<IconRoute {...icon} />}
            onClick={() => void navigate({ to: '/routines' })}
          >
            {t('home.chooseRoutine')}
          </Button>
        )}
        {(action === 'play' || action === 'continueRun') && (
          <Button
            size="xl"
            variant="default"
            leftSection={<IconListCheck {...icon} />}
            onClick={() => void navigate({ to: '/preflight' })}
          >
            {t('home.preflight')}
          </Button>
        )}
      </InStrip>
      <InStrip place="two">
        <Button
          size="xl"
          variant={isByHand ? 'filled' : 'default'}
          leftSection={<IconArrowsMove {...icon} />}
          onClick={() => void navigate({ to: '/move' })}
        >
          {isByHand ? say('wayOut.move') : t('home.move')}
        </Button>
      </InStrip>
    </>
  );
}
