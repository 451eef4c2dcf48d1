import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useIsPanelOpen } from '../../api/use-control-panel.ts';

/** Shows a screen of the control panel while it is open, and its PIN otherwise. Drafts are kept. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const isOpen = useIsPanelOpen();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOpen) void navigate({ to: '/control-panel', replace: true, ignoreBlocker: true });
  }, [isOpen, navigate]);
  return isOpen ? children : null;
}
