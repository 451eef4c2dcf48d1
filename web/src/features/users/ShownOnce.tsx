import type { User } from '@cellwright/domain/cell';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/CopyField.tsx';
import { Section } from '../../ui/Page.tsx';
import styles from './Users.module.css';

interface ShownOnceProps {
  readonly title: string;
  /** Explains it and what to do with it. */
  readonly help: string;
  readonly label: string;
  readonly secret: string;
  /** Content below it. */
  readonly children?: ReactNode;
  onDone(): void;
}

/** Newly created link or token: the cell stores only its hash, so it is shown only here. */
export function ShownOnce({ title, help, label, secret, children, onDone }: ShownOnceProps) {
  const { t } = useTranslation();
  return (
    <Section title={title}>
      <p className={styles.note}>{help}</p>
      <CopyField label={label} value={secret} />
      {children}
      <div className={styles.buttons}>
        <Button size="md" variant="default" onClick={onDone}>
          {t('users.done')}
        </Button>
      </div>
    </Section>
  );
}

/**
 * Returns the full address of a link for a user, which contains the name after its secret: the page greets the user by
 * it.
 */
export function addressFor({ name, username }: Pick<User, 'name' | 'username'>, link: string): string {
  return `${window.location.origin}${link}&${new URLSearchParams({ name, username })}`;
}
