import '../../i18n/control-panel.ts';
import { useIsPanelOpen } from '../../api/use-control-panel.ts';
import { PanelIndex } from './PanelIndex.tsx';
import { PinEntry } from './PinEntry.tsx';

/** `/control-panel`: asks for the PIN, then shows the index. */
export default function ControlPanelScreen() {
  return useIsPanelOpen() ? <PanelIndex /> : <PinEntry />;
}
