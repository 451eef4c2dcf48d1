import type { RobotSessionState } from '@cellwright/domain/run';
import { translateMessage } from '../../i18n/cell-words.ts';
import { WaitNotice } from '../../parts/WaitNotice.tsx';
import styles from './Home.module.css';

type Props = Pick<NonNullable<RobotSessionState['run']>, 'waitingFor' | 'pauseReason'>;

/** Shows what a run waits for, and the reason why the cell paused it by itself, in the language of the page. */
export default function RunNotes({ waitingFor, pauseReason }: Props) {
  return (
    <>
      <WaitNotice waitingFor={waitingFor} />
      {pauseReason !== null && (
        <p className={styles.next} role="status" data-testid="pause-reason">
          {translateMessage(pauseReason)}
        </p>
      )}
    </>
  );
}
