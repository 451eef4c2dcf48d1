import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { robots } from '../api/robots.ts';
import { useRobot, useRobotKind } from '../api/use-robot.ts';
import { ScreenBoundary } from '../ui/BrokenScreen.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './StatusBar.module.css';

const ModeHelp = lazyScreen(() => import('./ModeHelp.tsx'));

export type Mode = 'live' | 'simulated' | 'twin';

export function useMode(): Mode {
  const kind = useRobotKind();
  const isTwin = useRobot(({ state }) => state?.isTwin ?? false);
  if (kind === 'simulated') return 'simulated';
  return isTwin ? 'twin' : 'live';
}

/** Shows and selects the robot, unmistakably. */
export function ModeSegment({ mode }: { readonly mode: Mode }) {
  const { t } = useTranslation();
  const chosen = useRobotKind();
  const [isOpen, setOpen] = useState(false);
  const choices = useRef<HTMLDivElement>(null);
  const choose = (kind: RobotKind) => {
    choices.current?.hidePopover();
    robots.choose(kind);
  };
  return (
    <>
      <button
        type="button"
        className={styles.segment}
        popoverTarget="robot-choices"
        title={t('mode.choose')}
        data-testid="mode"
      >
        <span className={styles.name}>{t('app.robotName')}</span>
        <IconChevronDown size={iconSizes.sm} aria-hidden />
        <span className={styles.mode}>{t(`mode.${mode}`)}</span>
      </button>
      <div
        ref={choices}
        id="robot-choices"
        popover="auto"
        className={styles.choices}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {robotKindSchema.options.map((kind) => (
          <button key={kind} type="button" className={styles.choice} onClick={() => choose(kind)}>
            <span>
              <strong>{t(`robotKind.${kind}`)}</strong>
              {isOpen && (
                <ScreenBoundary screen={kind} fallback="">
                  <Suspense>
                    <ModeHelp kind={kind} />
                  </Suspense>
                </ScreenBoundary>
              )}
            </span>
            {kind === chosen && <IconCheck size={iconSizes.md} aria-hidden />}
          </button>
        ))}
      </div>
    </>
  );
}
