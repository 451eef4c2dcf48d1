import { Box, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from './theme/theme.ts';

/** Replaces a screen that failed to render. */
export function BrokenScreen({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" justify="center" h="100%" gap="md" p="xl" role="alert">
      <IconAlertTriangle size={iconSizes.xl} color="var(--danger)" aria-hidden />
      <Box component="h1" fz={28} fw={700} lh={1.3} m={0}>
        {t('broken.title')}
      </Box>
      <Button size="xl" onClick={onReload}>
        {t('broken.reload')}
      </Button>
    </Stack>
  );
}

interface Props {
  /** Another screen resets the boundary. */
  readonly screen: string;
  readonly children: ReactNode;
  readonly onReload?: () => void;
  /** Replacement; by default that of a whole screen. */
  readonly fallback?: ReactNode;
}

/** Error boundary: a screen that throws does not take down the frame, which contains the stop. */
export class ScreenBoundary extends Component<Props, { brokenScreen: string | undefined }> {
  override state = { brokenScreen: undefined };

  static getDerivedStateFromError(): { brokenScreen: string } {
    return { brokenScreen: 'unknown' };
  }

  override componentDidUpdate(previous: Props): void {
    if (previous.screen !== this.props.screen && this.state.brokenScreen) this.setState({ brokenScreen: undefined });
  }

  override render(): ReactNode {
    const { children, onReload = () => window.location.reload(), fallback } = this.props;
    if (!this.state.brokenScreen) return children;
    return fallback ?? <BrokenScreen onReload={onReload} />;
  }
}
