import '../i18n/leave.ts';
import type { RobotKind } from '@cellwright/domain/robot';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly robots: readonly RobotKind[];
  onLeave(): void;
  onStay(): void;
}

/** Asks for confirmation of a sign-out while a robot moves. */
export default function LeaveDialog({ robots, onLeave, onStay }: Props) {
  const { t } = useTranslation();
  const names = robots.map((kind) => t(`robotKind.${kind}`)).join(', ');
  return (
    <Modal opened onClose={onStay} title={t('activity.leaveTitle')} centered withCloseButton={false}>
      <Text mb="lg">{t('activity.leaveText', { robots: names })}</Text>
      <Group justify="space-between">
        <Button size="md" onClick={onStay}>
          {t('activity.stay')}
        </Button>
        <Button variant="default" size="md" onClick={onLeave}>
          {t('activity.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
