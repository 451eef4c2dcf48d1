import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './Users.module.css';

interface ConfirmButtonProps {
  readonly label: string;
  /** Consequence of an action that cannot be undone. */
  readonly question: string;
  readonly confirmLabel: string;
  readonly keepLabel: string;
  readonly isWaiting: boolean;
  onConfirm(): void;
}

/** Button for an action that cannot be undone: asks in place, and the first answer is to cancel. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button size="md" variant="default" onClick={() => setAsking(true)}>
        {props.label}
      </Button>
    );
  }
  return (
    <div className={styles.confirm}>
      <span>{props.question}</span>
      <Button size="md" variant="default" autoFocus onClick={() => setAsking(false)}>
        {props.keepLabel}
      </Button>
      <Button size="md" variant="default" loading={props.isWaiting} onClick={props.onConfirm}>
        {props.confirmLabel}
      </Button>
    </div>
  );
}
