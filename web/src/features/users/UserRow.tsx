import { useTranslation } from 'react-i18next';
import type { Tone } from '../../ui/StatusChip.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { isNameOnly, stateOf, type UserState } from './describe-user.ts';
import styles from './Users.module.css';
import type { StoredUser } from './use-users.ts';

const tones: Record<UserState, Tone> = { active: 'good', invited: 'notice', disabled: 'neutral' };

interface UserRowProps {
  readonly user: StoredUser;
  readonly isSelf: boolean;
  readonly isChosen: boolean;
  onChoose(): void;
}

/** User in the list: name, and whether the user can sign in. */
export function UserRow({ user, isSelf, isChosen, onChoose }: UserRowProps) {
  const { t } = useTranslation();
  const hasNameOnly = isNameOnly(user);
  return (
    <button type="button" className={styles.user} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.userName}>
        <strong>{user.name}</strong>
        {!hasNameOnly && (
          <span className={styles.muted}>{isSelf ? `${user.username} · ${t('users.you')}` : user.username}</span>
        )}
      </span>
      {!hasNameOnly && <UserChip user={user} />}
    </button>
  );
}

export function UserChip({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation();
  const state = stateOf(user);
  return <StatusChip tone={tones[state]} word={t(`users.state.${state}`)} />;
}
