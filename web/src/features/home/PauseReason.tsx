import { translateMessage } from '../../i18n/cell-words.ts';
import styles from './Home.module.css';

interface Props {
  /** Message of the cell. */
  readonly reason: string;
}

/** Reason why the cell paused the run by itself, in the language of the page. */
export default function PauseReason({ reason }: Props) {
  return (
    <p className={styles.next} role="status" data-testid="pause-reason">
      {translateMessage(reason)}
    </p>
  );
}
