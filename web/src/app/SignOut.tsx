import type { RobotKind } from '@cellwright/domain/robot';
import { IconLogout } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../api/session.ts';
import { mayLeave } from '../api/unsaved/leave-question.ts';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import { showError } from '../ui/toasts.ts';
import styles from './Frame.module.css';

const LeaveDialog = lazyScreen(() => import('./LeaveDialog.tsx'));

/** Signs out; asks first while a robot moves or work is unsaved. */
export function SignOut() {
  const { t } = useTranslation();
  const [active, setActive] = useState<readonly RobotKind[]>([]);
  const leave = () => void session.signOut().catch(showError);
  const ask = async () => {
    if (!(await mayLeave())) return;
    // If the cell does not answer, the user must still be able to sign out.
    const robots = await import('../api/use-activity.ts')
      .then(({ readActiveRobots }) => readActiveRobots())
      .catch(() => []);
    if (robots.length === 0) leave();
    else setActive(robots);
  };
  return (
    <>
      <button type="button" className={styles.place} onClick={() => void ask()}>
        <IconLogout size={iconSizes.md} aria-hidden />
        {t('signIn.signOut')}
      </button>
      {active.length > 0 && (
        <Suspense>
          <LeaveDialog robots={active} onLeave={leave} onStay={() => setActive([])} />
        </Suspense>
      )}
    </>
  );
}
