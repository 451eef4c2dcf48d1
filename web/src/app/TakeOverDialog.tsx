import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly holder: string;
  readonly isWaiting: boolean;
  onTakeOver(): void;
  onClose(): void;
}

/** Taking the arm from somebody asks whether this person is beside it. */
export default function TakeOverDialog({ holder, isWaiting, onTakeOver, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('control.takeOverTitle', { name: holder })}
      centered
      withCloseButton={false}
    >
      <Text mb="lg">{t('control.takeOverText', { name: holder })}</Text>
      <Group justify="space-between">
        <Button variant="default" size="md" onClick={onClose}>
          {t('control.cancel')}
        </Button>
        <Button size="md" loading={isWaiting} onClick={onTakeOver}>
          {t('control.present')}
        </Button>
      </Group>
    </Modal>
  );
}
