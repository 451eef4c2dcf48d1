import '../i18n/cell-words.ts';
import { Suspense } from 'react';
import { TourPart } from '../connected/tour/TourPart.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { Palette } from './palette/Palette.tsx';
import { TapStart } from './TapStart.tsx';

const HelpPanel = lazyScreen(() => import('../features/help/HelpPanel.tsx'));

interface Props {
  readonly showsHelp: boolean;
  onCloseHelp(): void;
}

/**
 * Parts of the frame that load after the first screen: the command palette, the guided tour, the help, and the setting of how
 * the arm is started. */
export default function FrameExtras({ showsHelp, onCloseHelp }: Props) {
  return (
    <>
      <TapStart />
      <Palette />
      <TourPart />
      {showsHelp && (
        <Suspense>
          <HelpPanel onClose={onCloseHelp} />
        </Suspense>
      )}
    </>
  );
}
