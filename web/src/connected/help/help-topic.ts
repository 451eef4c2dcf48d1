import { useEffect } from 'react';

/** Screens, and parts of screens, that an article explains. */
export type HelpTopic =
  | 'home'
  | 'routines'
  | 'proposals'
  | 'editor/step'
  | 'editor/items'
  | 'editor/problems'
  | 'editor/debug'
  | 'editor/comments'
  | 'editor/versions'
  | 'move'
  | 'space'
  | 'runs'
  | 'run'
  | 'replay'
  | 'box/equipment'
  | 'box/io'
  | 'box/speedProfiles'
  | 'box/safety'
  | 'users/people'
  | 'users/profile'
  | 'users/tokens'
  | 'preflight'
  | 'controlPanel'
  | 'flags'
  | 'safetyRules'
  | 'cameraViewer'
  | 'calibrateArm'
  | 'equipmentInspector'
  | 'simulatorBot'
  | 'configEditor'
  | 'externalControl'
  | 'software';

let topic: HelpTopic | undefined;
const listeners = new Set<() => void>();

function set(next: HelpTopic | undefined): void {
  topic = next;
  for (const listener of [...listeners]) listener();
}

/** Part of the shown screen that the help explains first; undefined for the whole screen. */
export const shownTopic = {
  get current(): HelpTopic | undefined {
    return topic;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Makes the help explain a part of the screen while the caller is mounted. */
export function useHelpTopic(part: HelpTopic): void {
  useEffect(() => {
    set(part);
    return () => set(undefined);
  }, [part]);
}
